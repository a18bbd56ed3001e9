#include "grader/cases/catalogue_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/manifest_text.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_reader.h"
#include "grader/cases/yaml_text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxHintBytes = 300;
constexpr std::size_t kMaxNameBytes = 80;

bool is_mistake_name(std::string_view name) {
  const auto may_stand = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !name.empty() && name.size() <= kMaxNameBytes && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), may_stand);
}

bool may_be_expected(Verdict verdict) {
  return verdict != Verdict::kInternalError && verdict != Verdict::kNotImplemented &&
         verdict != Verdict::kAccepted;
}

class CatalogueReader {
 public:
  CatalogueReader(const Manifest& manifest, YamlErrors& errors) : manifest_(manifest), errors_(errors) {
    for (const Function& function : manifest.functions) function_names_.push_back(function.name);
  }

  Catalogue read(const YamlNode& root) {
    YamlMap map(root, "a catalogue", errors_);
    if (!map.is_map()) return {};
    for (const YamlNode& item : items_of(map.need("mistakes"), "a list of mistakes")) read_mistake(item);
    for (const YamlNode& item : items_of(map.find("left_out"), "a list of ideas")) read_left_out(item);
    map.finish();
    check_twins();
    return std::move(catalogue_);
  }

 private:
  const std::vector<YamlNode>& items_of(const YamlNode* node, std::string_view what) {
    static const std::vector<YamlNode> kNone;
    if (node == nullptr) return kNone;
    if (node->is(YamlNode::Kind::kList)) return node->items;
    expected(what, *node, errors_);
    return kNone;
  }

  void read_mistake(const YamlNode& item) {
    YamlMap map(item, "a mistake", errors_);
    if (!map.is_map()) return;
    Mistake mistake;
    mistake.place = errors_.place(item);
    mistake.name = read_name(map.need("name"));
    mistake.group = read_line(map.need("group"), errors_);
    if (const YamlNode* node = map.need("verdict")) read_verdict(*node, mistake);
    if (const YamlNode* node = map.need("functions")) read_functions(*node, mistake);
    mistake.hint = read_hint(map.need("hint"));
    if (const YamlNode* node = map.find("twins")) read_twins(*node, mistake);
    mistake.note = read_line(map.find("note"), errors_);
    map.finish();
    catalogue_.mistakes.push_back(std::move(mistake));
  }

  void read_left_out(const YamlNode& item) {
    YamlMap map(item, "an idea", errors_);
    if (!map.is_map()) return;
    LeftOutMistake left_out{.name = read_name(map.need("name")),
                            .reason = read_line(map.need("reason"), errors_)};
    map.finish();
    catalogue_.left_out.push_back(std::move(left_out));
  }

  std::string read_name(const YamlNode* node) {
    std::string name = read_line(node, errors_);
    if (node == nullptr || name.empty()) return name;
    if (!is_mistake_name(name))
      errors_.add(*node,
                  fmt::format("'{}' is no name of a mistake: use letters, digits, '-' and '_', at most {}",
                              shown_word(name), kMaxNameBytes));
    const auto [first, is_new] = lines_of_names_.emplace(name, node->line);
    if (!is_new)
      errors_.add(*node, fmt::format("mistake '{}' is there twice, first in line {}", name, first->second));
    return name;
  }

  std::string read_hint(const YamlNode* node) {
    std::string hint = read_line(node, errors_);
    if (hint.size() > kMaxHintBytes)
      errors_.add(*node,
                  fmt::format("a hint has at most {} bytes, found {}: say what the output looks like and "
                              "where to look",
                              kMaxHintBytes, hint.size()));
    return hint;
  }

  void read_verdict(const YamlNode& node, Mistake& mistake) {
    const std::optional<std::string> text = read_text(node, errors_);
    if (!text) return;
    const std::optional<Verdict> verdict = verdict_from(*text);
    if (verdict && may_be_expected(*verdict)) {
      mistake.verdict = *verdict;
      return;
    }
    errors_.add(node, fmt::format("'{}' is no verdict of a mistake: expected wrong_answer, wrong_shape, "
                                  "runtime_error or another one that is neither good nor ours",
                                  shown_word(*text)));
  }

  void read_functions(const YamlNode& node, Mistake& mistake) {
    for (const TextItem& item : read_texts(node, "a list of functions", errors_)) {
      const int function = manifest_.function_index(item.text);
      if (function < 0) {
        errors_.add(*item.node, fmt::format("unknown function '{}': {}", shown_word(item.text),
                                            advice(item.text, function_names_)));
        continue;
      }
      if (!mistake.functions.empty() && function <= mistake.functions.back())
        errors_.add(*item.node,
                    fmt::format("'{}' stands before '{}' in the manifest: keep its order", item.text,
                                function_names_[static_cast<std::size_t>(mistake.functions.back())]));
      mistake.functions.push_back(function);
    }
    if (node.is(YamlNode::Kind::kList) && node.items.empty())
      errors_.add(node, "expected at least one function");
  }

  void read_twins(const YamlNode& node, Mistake& mistake) {
    for (TextItem& item : read_texts(node, "a list of mistakes", errors_)) {
      twins_.push_back({catalogue_.mistakes.size(), item.text, item.node});
      mistake.twins.push_back(std::move(item.text));
    }
  }

  const Mistake* find(const std::string& name) const {
    const auto found = std::find_if(catalogue_.mistakes.begin(), catalogue_.mistakes.end(),
                                    [&](const Mistake& one) { return one.name == name; });
    return found == catalogue_.mistakes.end() ? nullptr : &*found;
  }

  void check_twins() {
    for (const Twin& twin : twins_) {
      const Mistake& mistake = catalogue_.mistakes[twin.owner];
      const Mistake* other = find(twin.name);
      if (other == nullptr || other == &mistake) {
        errors_.add(*twin.node,
                    fmt::format("twin '{}' is no other mistake of this list", shown_word(twin.name)));
      } else if (std::find(other->twins.begin(), other->twins.end(), mistake.name) == other->twins.end()) {
        errors_.add(*twin.node,
                    fmt::format("'{}' does not name '{}' as a twin in turn", twin.name, mistake.name));
      } else if (other->hint != mistake.hint) {
        errors_.add(*twin.node,
                    fmt::format("'{}' has another hint: twins can not be told apart, so that one hint "
                                "must do for both",
                                twin.name));
      }
    }
  }

  struct Twin {
    std::size_t owner = 0;
    std::string name;
    const YamlNode* node = nullptr;
  };

  const Manifest& manifest_;
  YamlErrors& errors_;
  std::vector<std::string> function_names_;
  std::map<std::string, int> lines_of_names_;
  std::vector<Twin> twins_;
  Catalogue catalogue_;
};

Error error_at(const Place& place, std::string message) {
  return {.message = std::move(message), .place = place, .source_line = {}};
}

// Each entry needs its file and each file its entry.
Errors check_files(const fs::path& folder, const Catalogue& catalogue) {
  Errors errors;
  std::vector<std::string> names;
  for (const Mistake& mistake : catalogue.mistakes) {
    names.push_back(mistake.name);
    std::error_code ec;
    if (!fs::is_regular_file(folder / (mistake.name + ".h"), ec))
      errors.push_back(error_at(
          mistake.place,
          fmt::format("mistake '{}' has no file {}.h beside the catalogue", mistake.name, mistake.name)));
  }
  std::error_code ec;
  std::vector<fs::path> forgotten;
  for (fs::directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec))
    if (at->path().extension() == ".h" &&
        std::find(names.begin(), names.end(), at->path().stem().string()) == names.end())
      forgotten.push_back(at->path());
  std::sort(forgotten.begin(), forgotten.end());
  for (const fs::path& path : forgotten)
    errors.push_back(error_at({path.string(), 0, 0}, "has no entry in catalogue.yaml: add one"));
  return errors;
}

}  // namespace

fs::path mistakes_folder(const Manifest& manifest) {
  return (manifest.folder / "solution" / "mistakes").lexically_normal();
}

ResultOrErrors<Catalogue> parse_catalogue(std::string_view text, const std::string& shown_path,
                                          const Manifest& manifest) {
  YamlErrors errors(without_bom(text), shown_path);
  Catalogue catalogue;
  if (const std::optional<YamlNode> root = read_yaml(text, errors))
    catalogue = CatalogueReader(manifest, errors).read(*root);
  if (!errors.empty()) return tl::make_unexpected(errors.take());
  return catalogue;
}

ResultOrErrors<Catalogue> load_catalogue(const Manifest& manifest) {
  const fs::path folder = mistakes_folder(manifest);
  std::error_code ec;
  if (!fs::exists(folder, ec)) return Catalogue{};
  const fs::path path = folder / "catalogue.yaml";
  const Result<std::string> text = read_file(path, static_cast<std::int64_t>(kMaxYamlBytes));
  if (!text) return tl::make_unexpected(Errors{text.error()});
  auto catalogue = parse_catalogue(*text, path.string(), manifest);
  if (!catalogue) return catalogue;
  Errors errors = check_files(folder, *catalogue);
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));
  return catalogue;
}

}  // namespace grader

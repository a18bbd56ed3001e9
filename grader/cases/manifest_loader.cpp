#include "grader/cases/manifest_loader.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/cpp_names.h"
#include "grader/cases/manifest_functions.h"
#include "grader/cases/manifest_rules.h"
#include "grader/cases/manifest_text.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_reader.h"
#include "grader/cases/yaml_text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

class ManifestReader {
 public:
  explicit ManifestReader(YamlErrors& errors) : errors_(errors) {}

  Manifest read(const YamlNode& root) {
    YamlMap map(root, "a manifest", errors_);
    if (!map.is_map()) return std::move(manifest_);
    manifest_.title = read_line(map.need("title"), errors_);
    manifest_.roadmap = read_line(map.find("roadmap"), errors_);
    manifest_.level = read_line(map.find("level"), errors_);
    if (const YamlNode* tags = map.find("tags")) read_tags(*tags);
    manifest_.cpp_namespace = read_checked(map.need("namespace"), namespace_fault);
    manifest_.submission_name = read_checked(map.need("submission"), file_fault);
    if (const YamlNode* given = map.find("given")) read_given(*given);
    read_letters(map, manifest_, errors_);
    read_functions(map, manifest_, errors_);
    read_rules(map, manifest_, errors_);
    read_limits(map, manifest_.limits, errors_);
    if (const YamlNode* reveal = map.find("reveal")) read_reveal(*reveal);
    map.finish();
    return std::move(manifest_);
  }

 private:
  static std::string file_fault(std::string_view name) {
    const bool is_file = name.find('/') == std::string_view::npos;
    return is_file ? path_fault(name)
                   : fmt::format("'{}' has a '/': expected a file's name", shown_word(name));
  }

  std::string read_checked(const YamlNode* node, std::string (*fault_of)(std::string_view)) {
    const std::optional<std::string> text = node == nullptr ? std::nullopt : read_text(*node, errors_);
    if (!text) return "";
    if (std::string fault = fault_of(*text); !fault.empty()) errors_.add(*node, std::move(fault));
    return *text;
  }

  void read_tags(const YamlNode& node) {
    for (TextItem& item : read_texts(node, "a list of tags", errors_))
      manifest_.tags.push_back(std::move(item.text));
  }

  std::vector<std::string> read_paths(const YamlNode* node) {
    std::vector<std::string> paths;
    if (node == nullptr) return paths;
    for (TextItem& item : read_texts(*node, "a list of files", errors_)) {
      if (std::string fault = path_fault(item.text); !fault.empty())
        errors_.add(*item.node, std::move(fault));
      paths.push_back(std::move(item.text));
    }
    return paths;
  }

  void read_given(const YamlNode& node) {
    YamlMap map(node, "given", errors_);
    manifest_.headers = read_paths(map.find("headers"));
    manifest_.sources = read_paths(map.find("sources"));
    map.finish();
  }

  void read_reveal(const YamlNode& node) {
    const std::optional<std::string> text = read_text(node, errors_);
    if (!text) return;
    if (*text != "verdict" && *text != "passed")
      errors_.add(node, fmt::format("unknown value '{}': expected verdict or passed", shown_word(*text)));
    manifest_.reveal = *text == "passed" ? Reveal::kPassed : Reveal::kVerdict;
  }

  YamlErrors& errors_;
  Manifest manifest_;
};

}  // namespace

ResultOrErrors<Manifest> parse_manifest(std::string_view text, const std::string& shown_path,
                                        const std::filesystem::path& folder) {
  YamlErrors errors(without_bom(text), shown_path);
  Manifest manifest;
  if (const std::optional<YamlNode> root = read_yaml(text, errors))
    manifest = ManifestReader(errors).read(*root);
  if (!errors.empty()) return tl::make_unexpected(errors.take());
  manifest.folder = folder;
  return manifest;
}

ResultOrErrors<Manifest> load_manifest(const std::filesystem::path& folder) {
  const std::filesystem::path path = (folder / "exercise" / "exercise.yaml").lexically_normal();
  const Result<std::string> text = read_file(path, static_cast<std::int64_t>(kMaxYamlBytes));
  if (!text) return tl::make_unexpected(Errors{text.error()});
  return parse_manifest(*text, path.string(), folder);
}

}  // namespace grader

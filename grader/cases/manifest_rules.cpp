#include "grader/cases/manifest_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "grader/cases/axis_names.h"
#include "grader/cases/manifest_text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::int64_t kLargestSize = 1000;

void add_letters(const Axes& axes, const Manifest& manifest, std::set<std::string>& letters) {
  for (const std::string& axis : axes) {
    const std::optional<AxisSize> size = parse_axis(axis);
    if (!size) continue;
    for (const std::string& letter : size->letters) {
      if (manifest.letters.count(letter) == 0) continue;  // reported where it stands
      const auto product = manifest.derived.find(letter);
      if (product == manifest.derived.end())
        letters.insert(letter);
      else
        add_letters({product->second}, manifest, letters);
    }
  }
}

// The letters whose sizes make every input of the function.
std::set<std::string> free_letters(const Function& function, const Manifest& manifest) {
  std::set<std::string> letters;
  for (const Argument& argument : function.arguments) {
    add_letters(argument.axes, manifest, letters);
    for (const auto& [name, axes] : argument.params) add_letters(axes, manifest, letters);
    if (!argument.letter.empty()) add_letters({argument.letter}, manifest, letters);
  }
  return letters;
}

// The rule makes its own inputs: it can make tensors, and ints that are sizes.
std::string input_fault(const Function& function) {
  for (const Argument& argument : function.arguments) {
    const bool makes =
        argument.type == Type::kTensor || argument.type == Type::kParams || !argument.letter.empty();
    if (!makes)
      return fmt::format("the rule can not choose '{}' of {}: only tensors, params and an int with 'is'",
                         argument.name, function.name);
  }
  return "";
}

class VectorisedReader {
 public:
  VectorisedReader(Manifest& manifest, YamlErrors& errors) : manifest_(manifest), errors_(errors) {}

  void read(const YamlNode& node) {
    YamlMap map(node, "the rule 'vectorised'", errors_);
    if (const YamlNode* functions = map.need("functions")) read_functions(*functions);
    if (const YamlNode* letters = map.need("letters")) read_letters(*letters);
    if (const YamlNode* base = map.need("base")) read_base(*base);
    if (const YamlNode* grow = map.need("grow")) read_grow(*grow);
    if (const YamlNode* worth = map.find("worth")) read_worth(*worth);
    map.finish();
  }

 private:
  VectorisedRule& rule() { return manifest_.vectorised; }

  void read_functions(const YamlNode& node) {
    for (const TextItem& item : read_texts(node, "a list of functions", errors_)) {
      const int index = manifest_.function_index(item.text);
      if (index < 0) {
        errors_.add(*item.node, fmt::format("unknown function '{}'", shown_word(item.text)));
        continue;
      }
      Function& function = manifest_.functions[static_cast<std::size_t>(index)];
      function.vectorised = true;
      if (std::string fault = input_fault(function); !fault.empty())
        errors_.add(*item.node, std::move(fault));
      needed_.merge(free_letters(function, manifest_));
    }
  }

  void read_letters(const YamlNode& node) {
    for (const TextItem& item : read_texts(node, "a list of letters", errors_)) {
      check_letter(*item.node, item.text, manifest_, errors_);
      refuse_derived(*item.node, item.text);
      rule().letters.push_back(item.text);
    }
  }

  void refuse_derived(const YamlNode& node, const std::string& letter) {
    const auto product = manifest_.derived.find(letter);
    if (product != manifest_.derived.end())
      errors_.add(node, fmt::format("{} follows from {}: name its letters instead", letter, product->second));
  }

  void read_base(const YamlNode& node) {
    if (!node.is(YamlNode::Kind::kMap)) return expected("letters with their sizes (a map)", node, errors_);
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& letter = node.items[i];
      check_letter(letter, letter.text, manifest_, errors_);
      refuse_derived(letter, letter.text);
      if (const auto size = read_int(node.items[i + 1], 1, kLargestSize, errors_))
        rule().base[letter.text] = *size;
    }
    const YamlMap given(node, "base", errors_);
    for (const std::string& letter : needed_)
      if (!given.has(letter) && !node.incomplete)
        errors_.add(node, fmt::format("base needs a size for {}, which the rule's functions have", letter));
  }

  void read_grow(const YamlNode& node) {
    if (!node.is(YamlNode::Kind::kMap)) return expected("letters with growing sizes (a map)", node, errors_);
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) read_growth(node.items[i], node.items[i + 1]);
    for (const std::string& letter : rule().letters)
      if (rule().grow.count(letter) == 0 && !node.incomplete)
        errors_.add(node, fmt::format("grow needs sizes for {}, which 'letters' names", letter));
  }

  void read_growth(const YamlNode& letter, const YamlNode& list) {
    const auto& letters = rule().letters;
    if (std::find(letters.begin(), letters.end(), letter.text) == letters.end())
      errors_.add(letter, fmt::format("'{}' is none of the rule's letters", shown_word(letter.text)));
    if (!list.is(YamlNode::Kind::kList)) return expected("a list of growing sizes", list, errors_);
    std::vector<std::int64_t> sizes;
    for (const YamlNode& item : list.items)
      if (const auto size = read_int(item, 1, kLargestSize, errors_)) sizes.push_back(*size);
    const bool grows = std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end();
    if (sizes.size() == list.items.size() && (sizes.size() < 2 || !grows))
      errors_.add(list, "expected at least two sizes, each larger than the one before");
    rule().grow[letter.text] = std::move(sizes);
  }

  void read_worth(const YamlNode& node) {
    const std::optional<double> worth = read_double(node, errors_);
    if (!worth) return;
    if (!(*worth >= 0 && *worth <= 1))
      errors_.add(node, fmt::format("expected a share from 0 to 1, found '{}'", node.text));
    rule().worth = *worth;
  }

  Manifest& manifest_;
  YamlErrors& errors_;
  std::set<std::string> needed_;
};

}  // namespace

void read_rules(YamlMap& map, Manifest& manifest, YamlErrors& errors) {
  const YamlNode* node = map.find("rules");
  if (node == nullptr) return;
  YamlMap rules(*node, "rules", errors);
  if (const YamlNode* vectorised = rules.find("vectorised"))
    VectorisedReader(manifest, errors).read(*vectorised);
  rules.finish();
}

}  // namespace grader

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "grader/base/text.h"
#include "grader/cases/axis_names.h"
#include "grader/cases/cpp_names.h"
#include "grader/cases/manifest_functions.h"
#include "grader/cases/manifest_text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

void read_nouns(const YamlNode& node, Manifest& manifest, YamlErrors& errors) {
  if (!node.is(YamlNode::Kind::kMap)) return expected("letters with their nouns (a map)", node, errors);
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    const YamlNode& letter = node.items[i];
    const std::optional<std::string> noun = read_text(node.items[i + 1], errors);
    if (!is_identifier(letter.text))
      errors.add(letter,
                 fmt::format("'{}' is no letter for an axis: use a name as in C++", shown_word(letter.text)));
    else if (noun)
      manifest.letters[letter.text] = *noun;
  }
}

// A derived letter is a product of letters that are not derived themselves, so that there are no circles.
void read_product(const YamlNode& letter, const YamlNode& value, const YamlNode& all, Manifest& manifest,
                  YamlErrors& errors) {
  check_letter(letter, letter.text, manifest, errors);
  const std::optional<std::string> text = read_text(value, errors);
  if (!text) return;
  const std::optional<AxisSize> size = parse_axis(*text);
  if (!size)
    return errors.add(value, fmt::format("'{}' is no product of letters, like H*d", shown_word(*text)));
  for (const std::string& factor : size->letters) {
    check_letter(value, factor, manifest, errors);
    for (std::size_t i = 0; i + 1 < all.items.size(); i += 2)
      if (all.items[i].text == factor)
        errors.add(value, fmt::format("'{}' is derived itself: write what it is made of", factor));
  }
  manifest.derived[letter.text] = *text;
}

void read_derived(const YamlNode& node, Manifest& manifest, YamlErrors& errors) {
  if (!node.is(YamlNode::Kind::kMap)) return expected("letters with their products (a map)", node, errors);
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2)
    read_product(node.items[i], node.items[i + 1], node, manifest, errors);
}

std::string read_role(YamlMap& map, const char* role, const Manifest& manifest, YamlErrors& errors) {
  const YamlNode* node = map.find(role);
  const std::optional<std::string> letter = node == nullptr ? std::nullopt : read_text(*node, errors);
  if (letter) check_letter(*node, *letter, manifest, errors);
  return letter.value_or("");
}

}  // namespace

void read_letters(YamlMap& map, Manifest& manifest, YamlErrors& errors) {
  if (const YamlNode* node = map.find("letters")) read_nouns(*node, manifest, errors);
  if (const YamlNode* node = map.find("derived")) read_derived(*node, manifest, errors);
  if (const YamlNode* node = map.find("properties")) {
    YamlMap properties(*node, "properties", errors);
    manifest.batch_letter = read_role(properties, "batch", manifest, errors);
    manifest.sequence_letter = read_role(properties, "sequence", manifest, errors);
    properties.finish();
  }
}

}  // namespace grader

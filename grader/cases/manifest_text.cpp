#include "grader/cases/manifest_text.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "grader/base/text.h"
#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_values.h"

namespace grader {

std::string shown_word(std::string_view word) {
  return cut_text(clean_line(word), 60);
}

std::string advice(std::string_view name, const std::vector<std::string>& known) {
  const std::string likely = closest_name(name, known);
  return likely.empty() ? fmt::format("known are {}", fmt::join(known, ", "))
                        : fmt::format("did you mean '{}'?", likely);
}

std::vector<TextItem> read_texts(const YamlNode& node, std::string_view what, YamlErrors& errors) {
  std::vector<TextItem> texts;
  if (!node.is(YamlNode::Kind::kList)) {
    expected(what, node, errors);
    return texts;
  }
  for (const YamlNode& item : node.items)
    if (std::optional<std::string> text = read_text(item, errors)) texts.push_back({*std::move(text), &item});
  return texts;
}

std::vector<TextItem> read_axis_words(const YamlNode& node, YamlErrors& errors) {
  std::vector<TextItem> words;
  if (!node.is(YamlNode::Kind::kList)) {
    expected("a list of axes, like [B, T, D]", node, errors);
    return words;
  }
  for (const YamlNode& item : node.items) {
    if (item.is(YamlNode::Kind::kText))
      words.push_back({item.text, &item});
    else
      expected("an axis", item, errors);
  }
  return words;
}

void check_letter(const YamlNode& node, const std::string& letter, const Manifest& manifest,
                  YamlErrors& errors) {
  if (manifest.letters.count(letter) != 0) return;
  std::vector<std::string> known;
  for (const auto& [name, noun] : manifest.letters) known.push_back(name);
  const std::string have = known.empty() ? "the manifest has no letters"
                                         : fmt::format("the manifest has {}", fmt::join(known, ", "));
  errors.add(node, fmt::format("unknown letter '{}': {}", shown_word(letter), have));
}

}  // namespace grader

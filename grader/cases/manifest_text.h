// What the readers of a manifest's parts share: words for messages, lists of texts, letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"
#include "grader/model/manifest.h"

namespace grader {

/// A word of the file made fit for a message.
std::string shown_word(std::string_view word);

/// `did you mean 'NAME'?`, or `known are A, B`.
std::string advice(std::string_view name, const std::vector<std::string>& known);

struct TextItem {
  std::string text;
  const YamlNode* node = nullptr;
};
/// A list of texts; items that are none are errors and left out.
std::vector<TextItem> read_texts(const YamlNode& node, std::string_view what, YamlErrors& errors);

/// A list of words, plain numbers among them; items that are lists or maps are errors and left out.
std::vector<TextItem> read_axis_words(const YamlNode& node, YamlErrors& errors);

/// An error where the manifest's letters do not have this one. REQUIRES: the letters are read.
void check_letter(const YamlNode& node, const std::string& letter, const Manifest& manifest,
                  YamlErrors& errors);

}  // namespace grader

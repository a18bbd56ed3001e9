// Flow lists of numbers, read without yaml-cpp: nearly all of a case file's bytes, and all of its loading
// time.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "grader/cases/yaml_node.h"

namespace grader {

/// A place in a text: a byte, and its line and column from 1.
struct TextPosition {
  std::size_t at = 0;
  int line = 1;
  int col = 1;
};

struct NumberList {
  YamlNode node;
  TextPosition begin;  // of `[`
  TextPosition end;    // after `]`
};

/// The list that begins at `begin` when it holds nothing but plain words that begin like a number, and such
/// lists:
/// `[1, -0.5, [.nan, 1_000]]`, over several lines and with comments. Nothing for any other list: yaml-cpp
/// reads those. The words are not judged here. REQUIRES: text[begin.at] == '[', no tabs, LF line ends.
std::optional<NumberList> read_number_list(std::string_view text, TextPosition begin, int max_depth);

}  // namespace grader

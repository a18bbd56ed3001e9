// The text of a YAML file, checked and prepared for the parser.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cases/number_list.h"
#include "grader/cases/yaml_errors.h"

namespace grader {

/// Deeper values are refused before the parser sees them: it calls itself once a level.
inline constexpr int kMaxYamlDepth = 64;
inline constexpr std::size_t kMaxYamlBytes = 8U << 20U;

struct YamlText {
  std::string text;               // as the file has it, with LF line ends
  std::vector<NumberList> lists;  // in order; whether each is one, the parser decides
};

/// `file` without the byte order mark that it may begin with.
std::string_view without_bom(std::string_view file);

/// Refuses, with an error for each: a file that is too large, is not UTF-8, has control characters, tabs in
/// an indentation, a directive, or brackets nested deeper than kMaxYamlDepth. CR LF becomes LF.
std::optional<YamlText> prepare_yaml(std::string_view file, YamlErrors& errors);

}  // namespace grader

// A quick look over a YAML text before it is parsed: how deep its brackets nest, and where its number lists
// are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/cases/number_list.h"

namespace grader {

struct YamlScan {
  std::optional<TextPosition> too_deep;  // the first bracket past the depth; the scan ends there
  std::vector<NumberList> lists;         // outermost ones, in order
};

/// Knows quotes, comments, block texts and plain texts, but no grammar: in a text that is not valid YAML, and
/// in a plain text over several lines, it may take a bracket of the text for a list's. So a list counts only
/// once the parser has found one at its place. REQUIRES: LF line ends.
YamlScan scan_yaml(std::string_view text, int max_depth);

/// `nested more than 64 deep: …`
std::string too_deep_message();

}  // namespace grader

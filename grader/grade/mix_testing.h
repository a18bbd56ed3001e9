// For tests: one submission made of two, function by function.
#pragma once

#include <string>
#include <string_view>

namespace grader::testing {

/// The text of a submission with `function` (`split_heads`, `merge_heads` or `mha_forward`) of `one` and all
/// else of `other`. Where one function calls another, it gets the mix's. REQUIRES: both are written as in
/// solution/mistakes/: one namespace `exercise`, a function's last line a brace at the left edge.
std::string mix(const std::string& function, std::string_view one, std::string_view other);

/// The text of that function in the submission, with the comments above it.
std::string text_of_function(const std::string& function, std::string_view submission);

}  // namespace grader::testing

// Finds the functions that a C++ text defines: a rough reading for hints, never for a verdict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A function definition outside of other functions. Macros are not expanded, so it may be missed or misread.
struct FoundFunction {
  std::string scope;       // `exercise`, `exercise::Solution`, or "" for the global namespace
  std::string name;        // `split_heads`
  std::string parameters;  // as written, on one line: `const Tensor& x, int n_heads`
  int line = 0;            // of the name, from 1
  bool in_class = false;
  bool is_template = false;
};

/// In the order of the text. Takes any bytes; time and memory are linear in their count.
std::vector<FoundFunction> find_functions(std::string_view text);

}  // namespace grader

// A case as a person reads it.
#pragma once

#include <string>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

/// The case's name, purpose, arguments and expected result, tensors as nested brackets (the middle of large
/// ones left out). Of a hidden case the name, function and kind only.
std::string show_case(const Case& a_case, const Manifest& manifest);

/// One line a case: name, function, kind, points, where it stands, and why. Hidden ones say only that they
/// are.
std::string list_cases(const std::vector<Case>& cases, const Manifest& manifest);

/// A tensor as nested brackets, at most `max_lines` lines: `[[0, 1], [2, 3]]` on one where it fits `width`.
std::string array_text(const Array& array, int indent, int max_lines = 40, int width = 96);

}  // namespace grader

// Small tensors as tables of text: expected and got side by side.
#pragma once

#include <string>
#include <vector>

#include "grader/model/report.h"
#include "grader/report/ink.h"

namespace grader {

/// The part of a wrong result that shows best what is wrong: of equal shapes, the first two slices over the
/// last two axes that hold a wrong value; of different shapes the first slice of each. Axes are labelled with
/// their letters (numbers where unknown), a wrong value has a `*` behind it and Ink's colour. Numbers have as
/// many digits as it takes to tell expected and got apart. Rows and columns that do not fit into `width` are
/// left out, and said. Nothing when the tensors are not kept in `difference`.
std::vector<std::string> difference_table(const Difference& difference, const Ink& ink, int width);

/// The first slice over the last two axes of one tensor, in the same style.
std::vector<std::string> tensor_table(const Array& array, const std::vector<std::string>& axes,
                                      const Ink& ink, int width);

}  // namespace grader

// Tensors as HTML tables, drawn as heat maps that read without colour.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// Expected beside got beside difference, a row of tables for each slice over the last two axes; of different
/// shapes expected and got alone. A wrong value has `≠` before it, colours are classes of
/// html_tensor_style(). "" when the tensors are not kept in `difference`.
std::string html_tensors(const Difference& difference);

/// The rules for the classes that html_tensors uses.
std::string_view html_tensor_style();

}  // namespace grader

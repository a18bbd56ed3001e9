// Values and cases as a case file writes them.
#pragma once

#include <string>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/value.h"

namespace grader {

/// The shortest decimal that reads back as the same double: `3`, `-0.0`, `0.1`, `.inf`, `.nan`.
std::string yaml_number(double value);

/// `value` as it stands after `key: `, its first character in column `col` (from 0). A tensor is a nested
/// list, one row a line and its columns under each other; one with no numbers is {shape, data}. Params take a
/// line each, and begin with a line break. Reading it gives the same value, bit for bit but for the bits of a
/// NaN.
std::string yaml_value(const Value& value, int col);

/// A whole case as an item of `cases`, indented by two; its values are written out, whatever rules made them.
std::string yaml_case(const Case& a_case, const Manifest& manifest);

}  // namespace grader

// TAP 14.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// One test point a case, with a YAML block of verdict, points, message and, where it did not pass, what
/// there is to say. Comments at the end give the whole. A report without cases bails out: an empty plan would
/// be a success.
std::string write_tap(const Report& report);

}  // namespace grader

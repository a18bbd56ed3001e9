// One public case under the debugger, on the student's own machine.
#pragma once

#include <string>

#include "grader/base/error.h"
#include "grader/compile/module.h"
#include "grader/grade/package.h"

namespace grader {

/// Builds `submission` with debug information and becomes gdb, with the runner, the module and the case's
/// request, stopped at the case's function: no sandbox, no limits. Returns only when it cannot: `name` is not
/// exactly one public case, the file does not compile, or there is no gdb.
Error debug_case(const Package& package, const Submission& submission, const std::string& name);

}  // namespace grader

// The report for people.
#pragma once

#include <string>

#include "grader/report/text_case.h"

namespace grader {

/// What it says, in this order: exercise and submission; one line a function; why it does not compile, or the
/// first public cases that did not pass in full and the others in a line each; hidden cases by name and
/// verdict; what the sandbox lacked; verdict and points; what to do next. Passed cases are folded into
/// counts. Every line begins with the report's own text; no byte of a submission's is obeyed by a terminal or
/// a CI system.
std::string write_text(const Report& report, const TextOptions& options);

}  // namespace grader

// JUnit XML: the subset that GitHub actions, GitLab and Jenkins read.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// One suite a function, one test case a case, classname the function. A case that did not pass is a
/// `failure` with the verdict as its type, whatever the verdict; only a failure of the grader itself is an
/// `error`. Verdict, points and counts stand in each suite's properties. A report without cases has one case
/// `grading` that is an error, so that nothing is green by being empty.
std::string write_junit(const Report& report);

}  // namespace grader

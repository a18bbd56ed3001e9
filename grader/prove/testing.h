// Kill matrices made by hand, for tests.
#pragma once

#include <string>
#include <vector>

#include "grader/prove/kill_matrix.h"

namespace grader::testing {

/// A submission with one letter a case: `.` passes, `X` gives a wrong answer, `L` loops, `-` was not run.
/// `expected` is the role's own verdict (a mistake's is wrong_answer); `found` is the worst of the cases.
ProvedSubmission row(Role role, const std::string& name, const std::string& cells);

/// Four cases of two functions: `s1` and `s2` (split), `m1` and `m2` (merge); `m2` is hidden.
KillMatrix matrix(std::vector<ProvedSubmission> submissions);

}  // namespace grader::testing

// Gradescope's results.json.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// Every case is a visible test; hidden ones have no output (a test marked hidden would hide the student's
/// total). The score is given at the top as well. Where the grader itself failed there are no scores at all,
/// so that Gradescope says that the autograder failed and nobody gets a 0 for it.
std::string write_gradescope(const Report& report);

}  // namespace grader

// The one data file that hints in a handout come from: exercise/hints.txt.
#pragma once

#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/package.h"
#include "grader/model/case.h"

namespace grader {

struct StudentHints {
  std::string text;          // of the file; see mistake_outcomes.h
  std::size_t mistakes = 0;  // that can be told from it
};

/// What `known` (of `cases`, the package's public ones) becomes for `handout`, whose own cases are
/// `handout_cases`: keys are those of the handout, and mistakes are numbered, as their names say what is
/// wrong in them. Nothing is told of vectorised cases. A mistake that no other public case shows is left out.
/// REQUIRES: complete_case() was called on `cases`, and `handout_cases` are as grading in the handout opens
/// them.
StudentHints student_hints(const std::vector<KnownMistake>& known, const std::vector<Case>& cases,
                           const Package& handout, const std::vector<Case>& handout_cases);

}  // namespace grader

// The package's public cases, run in this very process: what solution_test.cpp is made of. No sandbox and no
// limits, so that a debugger can follow.
#pragma once

#include <string>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"

namespace exercise {

// The manifest and the public cases, or the reason why there are none.
struct PublicCases {
  grader::Manifest manifest;
  std::vector<grader::Case> cases;
  std::string error;  // "" when all is well
};

// Of the package that the working directory is in, else of the one that this file was compiled in. Loaded
// once.
const PublicCases& public_cases();

// False where an expected value is left to the reference solution: ./grade has it, a test in this process has
// not.
bool has_expected_values(const grader::Case& a_case);

// Makes the case's calls to the student's functions (exercise/student.h) and judges the answers as the grader
// does.
grader::CaseReport run_here(const grader::Case& a_case, const grader::Manifest& manifest);

// The report as a person reads it: the call, what happened, expected and got, and what to try.
std::string text_of(const grader::CaseReport& report);

}  // namespace exercise

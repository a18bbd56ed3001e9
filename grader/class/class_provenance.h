// What the grades of a class hang on beside the submissions: all that it takes to grade them the same again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/grade/grade.h"
#include "grader/grade/package.h"
#include "grader/model/case.h"

namespace grader {

/// What a case asks, for telling whether it is the one it was.
struct CaseFacts {
  std::string sha256;  // function, kind, arguments, expected values, points, time limit
  std::string
      tolerance;  // `rtol 1e-10, atol 1e-12`; `atol 1e-12 max` where it is a share of the largest value
};
CaseFacts case_facts(const Case& a_case, const Manifest& manifest);

/// Digests of exercise.yaml, the cases as they are selected, the catalogue of mistakes, the kit and the given
/// code, and this program; the compiler's version and flags; which cases were asked for; the sandbox's level;
/// where random numbers are from. Two runs with the same provenance grade the same submission the same.
Result<std::map<std::string, std::string>> class_provenance(const Package& package,
                                                            const std::vector<Case>& cases,
                                                            const GradeOptions& options);

}  // namespace grader

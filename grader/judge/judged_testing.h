// What the tests of judging share: one case of the small package, and what is said of an outcome of it.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/judge.h"
#include "grader/judge/testing.h"

namespace grader::testing {

/// The bases of the exception that a stub throws.
inline const std::vector<std::string> kStub{"kit::NotImplemented", "std::logic_error", "std::exception"};

/// The worked example: x (1, 2, 4) with 2 heads.
Case split_case(CaseKind kind = CaseKind::kValues);

/// The judgement on `outcome`, as the answer to the case's own request.
CaseReport judged(const Case& a_case, const RunOutcome& outcome);

void expect(const CaseReport& report, Verdict verdict, const std::string& message);

}  // namespace grader::testing

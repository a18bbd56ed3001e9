#include "grader/judge/judged_testing.h"

#include <gtest/gtest.h>

#include "grader/judge/plan.h"

namespace grader::testing {

Case split_case(CaseKind kind) {
  Case made = make_case("worked_example", kSplit, kind, {counting({1, 2, 4}), std::int64_t{2}});
  made.steps[0].expect = Array{{1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7}};
  made.steps[0].tolerance = kExact;
  made.why = "the example of the text";
  return made;
}

CaseReport judged(const Case& a_case, const RunOutcome& outcome) {
  const Manifest m = manifest();
  return judge(a_case, m, plan(a_case, m), outcome);
}

void expect(const CaseReport& report, Verdict verdict, const std::string& message) {
  EXPECT_EQ(to_string(report.verdict), to_string(verdict)) << report.message;
  EXPECT_EQ(report.message, message);
}

}  // namespace grader::testing

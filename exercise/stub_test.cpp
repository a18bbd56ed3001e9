// The stub, as it is handed out, passes no public case and says so for each.
#include <gtest/gtest.h>

#include "exercise/public_cases.h"

namespace exercise {
namespace {

TEST(StubTest, EveryPublicCaseIsNotImplemented) {
  ASSERT_EQ(public_cases().error, "");
  ASSERT_FALSE(public_cases().cases.empty());
  for (const grader::Case& a_case : public_cases().cases) {
    const grader::CaseReport report = run_here(a_case, public_cases().manifest);
    EXPECT_EQ(report.verdict, grader::Verdict::kNotImplemented) << a_case.name << ": " << text_of(report);
  }
}

}  // namespace
}  // namespace exercise

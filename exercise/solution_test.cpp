// The public cases as GoogleTest tests, one a case, on the file that the CMake variable SOLUTION names. For
// an IDE and a debugger: everything runs in this process.
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>

#include "exercise/public_cases.h"

namespace grader {

// How GoogleTest names a case in its messages.
static void PrintTo(const Case& a_case, std::ostream* out) {
  *out << a_case.name;
}

}  // namespace grader

namespace exercise {
namespace {

class SolutionTest : public testing::TestWithParam<grader::Case> {};

// Fails at the case's place in its file, where an IDE can lead to.
TEST_P(SolutionTest, Case) {
  const grader::Case& a_case = GetParam();
  if (!has_expected_values(a_case)) GTEST_SKIP() << "the expected value is the reference's: use ./grade";
  const grader::CaseReport report = run_here(a_case, public_cases().manifest);
  if (report.verdict != grader::Verdict::kAccepted)
    ADD_FAILURE_AT(a_case.place.path.c_str(), a_case.place.line) << text_of(report);
}

// GoogleTest's names are made of letters, digits and '_'.
std::string test_name(const testing::TestParamInfo<grader::Case>& tested) {
  std::string name = tested.param.name;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Public, SolutionTest, testing::ValuesIn(public_cases().cases), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SolutionTest);

TEST(PublicCasesTest, AreLoaded) {
  EXPECT_EQ(public_cases().error, "");
  EXPECT_FALSE(public_cases().cases.empty());
}

}  // namespace
}  // namespace exercise

// Each verdict through the command: submissions made from the reference by one change.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

using nlohmann::json;

TEST(GradeVerdictsTest, TheStubIsNotImplemented) {
  int code = -1;
  const json report = grade_file("exercise/solution.h", {}, &code);
  EXPECT_EQ(report.at("verdict"), "not_implemented");
  EXPECT_EQ(report.at("points"), 0.0);
  EXPECT_EQ(verdicts(report).size(), 1U);
  EXPECT_EQ(code, 1);
}

TEST(GradeVerdictsTest, TheReferenceIsAcceptedWithFullPoints) {
  int code = -1;
  const json report = grade_file("solution/solution.h", {}, &code);
  EXPECT_EQ(report.at("verdict"), "accepted");
  EXPECT_EQ(report.at("points"), 100.0);
  EXPECT_EQ(report.at("points"), report.at("max_points"));
  EXPECT_EQ(report.at("passed"), report.at("declared"));
  EXPECT_EQ(code, 0);
}

struct Mistake {
  const char* name;
  const char* verdict;
};

TEST(GradeVerdictsTest, KnownMistakesGetTheirVerdicts) {
  constexpr Mistake kMistakes[] = {
      {"split-no-transpose", "wrong_answer"},
      {"merge-no-transpose", "wrong_answer"},
      {"missing-wo", "wrong_answer"},
      {"wrong-param-key", "runtime_error"},
      {"split-returns-3d", "runtime_error"},
      {"result-flattened", "wrong_shape"},
      {"wrong-exception-type", "wrong_exception"},
      {"zero-heads-crash", "runtime_error"},
      {"mask-strict-inf", "wrong_answer"},
      {"remembers-first-call", "wrong_answer"},
  };
  for (const auto& [name, verdict] : kMistakes)
    EXPECT_EQ(grade_file("solution/mistakes/" + std::string(name) + ".h").at("verdict"), verdict) << name;
}

TEST(GradeVerdictsTest, LoopsAreNotVectorised) {
  const json report = grade_file("solution/not_vectorised/for-element-access.h");
  EXPECT_EQ(report.at("verdict"), "not_vectorised");
  EXPECT_LT(report.at("points"), report.at("max_points"));
  EXPECT_GT(report.at("points"), 0.0);
}

struct Broken {
  const char* what;
  const char* function;
  const char* statement;  // put first into the function
  const char* verdict;
  const char* said;  // stands in the message of the first public case
};

// What student code can do in the middle of one function; the other functions keep their points.
TEST(GradeVerdictsTest, AFunctionThatGoesWrongCostsThatFunctionAlone) {
  constexpr Broken kBroken[] = {
      {"segmentation fault", "merge_heads", "volatile int* p = nullptr; *p = 1;", "runtime_error",
       "used a null pointer"},
      {"exit(0)", "merge_heads", "std::exit(0);", "runtime_error", "exit code 0"},
      {"_Exit(0)", "merge_heads", "std::_Exit(0);", "runtime_error", "exit code 0"},
      {"abort", "merge_heads", "std::abort();", "runtime_error", "it called abort"},
      {"runtime_error", "merge_heads", "throw std::runtime_error(\"boom\");", "runtime_error", "boom"},
      {"an int", "merge_heads", "throw 42;", "runtime_error", "int"},
      {"invalid_argument", "merge_heads", "throw std::invalid_argument(\"no\");", "runtime_error",
       "std::invalid_argument"},
      {"ShapeError", "merge_heads", "return x.reshape({1, 2, 3, 4, 5, 6, 7});", "runtime_error",
       "kit::ShapeError"},
      {"noexcept", "merge_heads", "[]() noexcept { throw 1; }();", "runtime_error",
       "left a function that may throw none"},
      {"endless recursion", "merge_heads",
       "struct R { static int f(volatile int n) { volatile int a[64]{}; return a[0] + f(n + 1) + n; } }; if "
       "(R::f(0) == 7) return x;",
       "runtime_error", "recursion without an end"},
      {"too much memory", "merge_heads", "std::string s; for (;;) s += std::string(1 << 20, 'x');",
       "memory_limit", "256 MiB"},
      {"too much output", "merge_heads", "for (;;) std::puts(\"flood\");", "output_limit", "stdout"},
  };
  for (const Broken& broken : kBroken) {
    const std::string text =
        "#include <cstdio>\n#include <cstdlib>\n#include <stdexcept>\n#include <string>\n" +
        reference_starting(broken.function, broken.statement);
    const json report = grade_text(text, {"--only", "worked_example_*"});
    EXPECT_EQ(report.at("verdict"), broken.verdict) << broken.what;
    EXPECT_EQ(case_of(report, "worked_example_split_heads").at("verdict"), "accepted") << broken.what;
    const json& failed = case_of(report, "worked_example_merge_heads");
    EXPECT_EQ(failed.at("verdict"), broken.verdict) << broken.what;
    EXPECT_NE(failed.at("message").get<std::string>().find(broken.said), std::string::npos)
        << broken.what << ": " << failed.at("message");
  }
}

TEST(GradeVerdictsTest, ACrashInOneCaseOfTenCostsThatCaseAlone) {
  // Only the case with these sizes dereferences null; every other case of the function still counts.
  const std::string text = reference_starting(
      "split_heads",
      "if (x.dim(0) == 2 && x.dim(2) == 12 && n_heads == 4) { volatile int* p = nullptr; *p = 1; }");
  const json report = grade_text(text, {"--only", "split_*", "--cases", "public"});
  EXPECT_EQ(case_of(report, "split_all_sizes_different").at("verdict"), "runtime_error");
  EXPECT_EQ(case_of(report, "split_into_single_numbers").at("verdict"), "accepted");
}

TEST(GradeVerdictsTest, AnEndlessLoopEndsAtTheCasesOwnLimit) {
  const std::string text = reference_starting(
      "split_heads", "if (x.dim(0) == 2 && n_heads == 4) for (volatile int i = 0;; i = 1) {}");
  const json report = grade_text(text, {"--only", "split_*", "--only", "merge_*", "--cases", "public"});
  const json& slow = case_of(report, "split_all_sizes_different");
  EXPECT_EQ(slow.at("verdict"), "time_limit");
  EXPECT_NE(slow.at("message").get<std::string>().find("CPU time"), std::string::npos) << slow.at("message");
  EXPECT_EQ(case_of(report, "split_into_single_numbers").at("verdict"), "accepted");
  EXPECT_EQ(case_of(report, "merge_all_sizes_different").at("verdict"), "accepted");
}

TEST(GradeVerdictsTest, AfterTwoTimeOutsTheOtherCasesOfAFunctionAreNotRun) {
  const std::string text = reference_starting("split_heads", "for (volatile int i = 0;; i = 1) {}");
  const json report = grade_text(
      text, {"--only", "split_*", "--only", "worked_example_merge_heads", "--audience", "instructor"});
  EXPECT_EQ(report.at("verdict"), "time_limit");
  int ran = 0;
  for (const json& one : report.at("cases"))
    ran += one.at("function") == "split_heads" && one.at("ran") ? 1 : 0;
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(case_of(report, "worked_example_merge_heads").at("verdict"), "accepted");
}

TEST(GradeVerdictsTest, AStaticInitialiserThatExitsFailsEveryCase) {
  const std::string text =
      "#include <cstdlib>\n" +
      reference_with("namespace exercise {\n",
                     "namespace exercise {\ninline const int leave = (std::exit(0), 0);\n");
  const json report = grade_text(text);
  EXPECT_EQ(report.at("verdict"), "runtime_error");
  EXPECT_EQ(report.at("points"), 0.0);
  EXPECT_EQ(verdicts(report).size(), 1U);
}

TEST(GradeVerdictsTest, AFunctionLocalStaticStartsAnewInEachCase) {
  const std::string text = reference_starting(
      "split_heads", "static const Tensor first = x; if (!(first.shape() == x.shape())) return first;");
  const json report =
      grade_text(text, {"--only", "split_all_sizes_different", "--only", "split_into_single_numbers"});
  EXPECT_EQ(report.at("verdict"), "accepted");
}

TEST(GradeVerdictsTest, AThrowIsCaughtAcrossModuleAndRunner) {
  const std::string text = reference_starting(
      "merge_heads", "try { x.reshape({-7}); } catch (const kit::ShapeError&) {} catch (...) { throw 1; }");
  EXPECT_EQ(grade_text(text, {"--only", "merge_*"}).at("verdict"), "accepted");
}

TEST(GradeVerdictsTest, AnExceptionOfTheKitShowsTheLineOfTheFile) {
  const json report =
      grade_text(reference_with("params[\"Wo\"]", "params[\"WO\"]"), {"--only", "mha_running_mean"});
  const std::string said = case_of(report, "mha_running_mean").at("message");
  EXPECT_NE(said.find("kit::OutOfRange"), std::string::npos) << said;
  EXPECT_NE(said.find("solution.h:"), std::string::npos) << said;
  EXPECT_NE(said.find("Wq"), std::string::npos) << said;
}

TEST(GradeVerdictsTest, WhatAPublicCasePrintedGoesWithIt) {
  const std::string text =
      "#include <cstdio>\n" + reference_starting("split_heads", "std::puts(\"ok 1 - passed\");");
  const json report = grade_text(text, {"--only", "worked_example_split_heads"});
  const json& one = case_of(report, "worked_example_split_heads");
  EXPECT_EQ(one.at("verdict"), "accepted");
  EXPECT_EQ(one.at("stdout"), "ok 1 - passed\n");
}

}  // namespace
}  // namespace grader::cli

#include "grader/judge/score.h"

#include <gtest/gtest.h>

#include "grader/judge/judge.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

using testing::kForward;
using testing::kMerge;
using testing::kSplit;
using enum Verdict;

struct Row {
  int function;
  CaseKind kind;
  Verdict verdict;
  double points = 1;
  bool ran = true;
};

// The scored report of cases with these verdicts. Functions are worth 2, 2 and 6; a loop leaves 0.5.
Report scored(const std::vector<Row>& rows, bool compiles = true) {
  const Manifest m = testing::manifest();
  Report report;
  report.compile.ok = compiles;
  std::vector<Case> cases;
  for (const Row& row : rows) {
    Case one = testing::make_case("case" + std::to_string(cases.size()), row.function, row.kind, {});
    one.points = row.points;
    CaseReport judged = not_run(one, m, row.verdict, "");
    judged.ran = row.ran;
    cases.push_back(one);
    if (compiles) report.cases.push_back(judged);
  }
  score(report, cases, m);
  double sum = 0;
  double possible = 0;
  for (const CaseReport& one : report.cases) {
    sum += one.points;
    possible += one.max_points;
  }
  EXPECT_NEAR(sum, report.points.value_or(sum), 1e-6);
  EXPECT_NEAR(possible, report.max_points, 1e-9);
  return report;
}

TEST(ScoreTest, SharesAFunctionsPointsOutAmongItsCases) {
  struct {
    std::vector<Row> rows;
    double points;
    double max_points;
  } const rows[] = {
      {{{kSplit, CaseKind::kValues, kAccepted}}, 2, 2},
      {{{kSplit, CaseKind::kValues, kAccepted}, {kSplit, CaseKind::kValues, kWrongAnswer}}, 1, 2},
      {{{kSplit, CaseKind::kValues, kAccepted, 3}, {kSplit, CaseKind::kValues, kWrongAnswer}}, 1.5, 2},
      {{{kSplit, CaseKind::kSequence, kAccepted}, {kForward, CaseKind::kValues, kTimeLimit}}, 2, 8},
      {{{kSplit, CaseKind::kValues, kAccepted, 0}, {kSplit, CaseKind::kValues, kWrongAnswer, 0}}, 1, 2},
  };
  for (const auto& r : rows) {
    const Report report = scored(r.rows);
    EXPECT_DOUBLE_EQ(report.points.value(), r.points);
    EXPECT_DOUBLE_EQ(report.max_points, r.max_points);
  }
}

TEST(ScoreTest, GivesNothingForPropertiesWithoutARightValue) {
  for (const CaseKind kind :
       {CaseKind::kThrows, CaseKind::kRoundTrip, CaseKind::kCausal, CaseKind::kBatchIndependent,
        CaseKind::kRepeatable, CaseKind::kLeavesInputsAlone}) {
    const Report none = scored({{kMerge, CaseKind::kValues, kWrongAnswer}, {kMerge, kind, kAccepted}});
    EXPECT_DOUBLE_EQ(none.points.value(), 0);
    EXPECT_EQ(none.cases[1].message, "it earns its points once a value case of this function passes");
    const Report both = scored({{kMerge, CaseKind::kValues, kAccepted}, {kMerge, kind, kAccepted}});
    EXPECT_DOUBLE_EQ(both.points.value(), 2);
    const Report other = scored({{kSplit, CaseKind::kValues, kAccepted}, {kMerge, kind, kAccepted}});
    EXPECT_DOUBLE_EQ(other.points.value(), 2) << "a value case of another function does not count";
  }
}

TEST(ScoreTest, PaysForTheRuleAgainstLoops) {
  constexpr CaseKind kValues = CaseKind::kValues;
  constexpr CaseKind kLoops = CaseKind::kVectorised;
  struct {
    std::vector<Row> rows;
    double points;
  } const rows[] = {
      {{{kSplit, kValues, kAccepted}, {kSplit, kLoops, kAccepted}}, 2},
      {{{kSplit, kValues, kAccepted}, {kSplit, kLoops, kNotVectorised}}, 1},
      {{{kSplit, kValues, kAccepted}, {kSplit, kValues, kWrongAnswer}, {kSplit, kLoops, kAccepted}}, 1},
      {{{kSplit, kValues, kAccepted}, {kSplit, kValues, kWrongAnswer}, {kSplit, kLoops, kNotVectorised}},
       0.5},
      {{{kSplit, kValues, kAccepted}, {kSplit, kValues, kWrongAnswer}, {kSplit, kLoops, kWrongAnswer}}, 1},
      {{{kSplit, kValues, kAccepted}, {kSplit, kValues, kWrongShape}, {kSplit, kLoops, kTimeLimit}}, 0.5},
      {{{kSplit, kValues, kWrongAnswer}, {kSplit, kLoops, kAccepted}}, 0},
      {{{kSplit, kLoops, kAccepted}}, 0},
  };
  for (const auto& r : rows) EXPECT_DOUBLE_EQ(scored(r.rows).points.value(), r.points);
}

TEST(ScoreTest, TakesTheWorstVerdict) {
  const Report report = scored({{kSplit, CaseKind::kValues, kAccepted},
                                {kSplit, CaseKind::kValues, kNotVectorised},
                                {kMerge, CaseKind::kValues, kWrongAnswer},
                                {kMerge, CaseKind::kThrows, kWrongException},
                                {kForward, CaseKind::kValues, kAccepted}});
  ASSERT_EQ(report.functions.size(), 3U);
  EXPECT_EQ(report.functions[0].verdict, kNotVectorised);
  EXPECT_EQ(report.functions[0].passed, 1);
  EXPECT_EQ(report.functions[0].total, 2);
  EXPECT_EQ(report.functions[1].verdict, kWrongException);
  EXPECT_EQ(report.functions[2].verdict, kAccepted);
  EXPECT_EQ(report.verdict, kWrongException);
  EXPECT_EQ(report.message, "2 of 5 cases passed");
}

TEST(ScoreTest, CountsDeclaredStartedFinishedPassed) {
  const Report report = scored({{kSplit, CaseKind::kValues, kAccepted},
                                {kSplit, CaseKind::kValues, kTimeLimit, 1, false},
                                {kSplit, CaseKind::kValues, kWrongAnswer}});
  EXPECT_EQ(report.declared, 3);
  EXPECT_EQ(report.started, 2);
  EXPECT_EQ(report.finished, 2);
  EXPECT_EQ(report.passed, 1);
}

TEST(ScoreTest, SaysTheWholeInOneSentence) {
  constexpr CaseKind kind = CaseKind::kValues;
  EXPECT_EQ(scored({{kSplit, kind, kAccepted}}).message, "the case passed");
  EXPECT_EQ(scored({{kSplit, kind, kAccepted}, {kMerge, kind, kAccepted}}).message, "all 2 cases passed");
  EXPECT_EQ(scored({{kSplit, kind, kNotImplemented}}).message, "'split_heads' is not written yet");
  EXPECT_EQ(scored({{kSplit, kind, kNotImplemented},
                    {kMerge, kind, kNotImplemented},
                    {kForward, kind, kNotImplemented}})
                .message,
            "'split_heads', 'merge_heads' and 'mha_forward' are not written yet");
}

TEST(ScoreTest, LeavesPointsEmptyAfterAFailureOfOurs) {
  const Report report =
      scored({{kSplit, CaseKind::kValues, kAccepted}, {kSplit, CaseKind::kValues, kInternalError}});
  EXPECT_EQ(report.verdict, kInternalError);
  EXPECT_FALSE(report.points);
  EXPECT_EQ(report.finished, 1);
  EXPECT_EQ(report.message, "the grader itself failed in 1 of 2 cases");
}

TEST(ScoreTest, GivesEveryCaseTheCompileError) {
  const Report report =
      scored({{kSplit, CaseKind::kValues, kAccepted}, {kMerge, CaseKind::kThrows, kAccepted}}, false);
  EXPECT_EQ(report.verdict, kCompileError);
  EXPECT_EQ(report.declared, 2);
  EXPECT_EQ(report.started, 0);
  EXPECT_EQ(report.points.value(), 0);
  EXPECT_EQ(report.max_points, 4);
  EXPECT_EQ(report.message, "it does not compile");
  EXPECT_EQ(report.cases[1].message, "not run: the submission does not compile");
}

}  // namespace
}  // namespace grader

#include "grader/diagnose/mistake_outcomes.h"

#include <gtest/gtest.h>

#include "grader/judge/plan.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

CaseResult passes() {
  return {.kind = CaseResult::Kind::kPasses, .sketch = {}};
}

CaseResult fails(std::uint64_t form, std::array<double, kSketchSums> sums = {}) {
  return {.kind = CaseResult::Kind::kFails, .sketch = {.form = form, .sums = sums, .slack = {}}};
}

MistakeOutcomes two_mistakes() {
  return {
      .kit_key = "00000000000000aa",
      .catalogue_key = "00000000000000bb",
      .cases = {{"00000000000000c0", false, "worked_example"},
                {"00000000000000c1", true, "secret"},
                {"00000000000000c2", false, "many_heads"},
                {"00000000000000c3", false, "one_head"}},
      .mistakes = {{"00000000000000d0",
                    "no-scale",
                    "look at the scale",
                    {fails(0xabc, {0.5, -1e-300, 0.1}), fails(0x1), passes(), passes()}},
                   {"00000000000000d1", "only-hidden", "look again", {passes(), fails(0x2), {}, passes()}}}};
}

constexpr const char* kText =
    "# What each mistake gives for each case, for hints. Written by 'grader cases check --write'.\n"
    "grader-outcomes 1\n"
    "kit 00000000000000aa\n"
    "catalogue 00000000000000bb\n"
    "case 00000000000000c0 public worked_example\n"
    "case 00000000000000c1 hidden secret\n"
    "case 00000000000000c2 public many_heads\n"
    "case 00000000000000c3 public one_head\n"
    "mistake 00000000000000d0 no-scale\n"
    "hint look at the scale\n"
    "passes 2-3\n"
    "fails 0 0000000000000abc 0.5 -1e-300 0.1\n"
    "fails 1 0000000000000001\n"
    "mistake 00000000000000d1 only-hidden\n"
    "hint look again\n"
    "passes 0 3\n"
    "fails 1 0000000000000002\n";

TEST(MistakeOutcomesTest, WritesWhatTheHeaderDescribes) {
  EXPECT_EQ(write_mistake_outcomes(two_mistakes()), kText);
}

TEST(MistakeOutcomesTest, ReadsWhatItWrote) {
  const auto read = read_mistake_outcomes(kText, "outcomes.txt");
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(write_mistake_outcomes(*read), kText);
}

TEST(MistakeOutcomesTest, NamesTheLineThatItCannotRead) {
  constexpr const char* kAnew = "; 'grader cases check --write' writes this file anew";
  struct {
    const char* text;
    std::string message;
    int line;
  } const kRows[] = {
      {"", "expected 'grader-outcomes 1', found ''", 0},
      {"grader-outcomes 2\n", "expected 'grader-outcomes 1', found 'grader-outcomes 2'", 1},
      {"grader-outcomes 1\npasses 0\n", "expected a fact about a case or a mistake, found 'passes 0'", 2},
      {"grader-outcomes 1\ncase 12 secret x\n",
       "expected a fact about a case or a mistake, found 'case 12 secret x'", 2},
      {"grader-outcomes 1\nmistake 12 x\npasses 0\n",
       "expected a fact about a case or a mistake, found 'passes 0'", 3},
      {"grader-outcomes 1\ncase 12 public x\nmistake 12 x\nfails 0 zz\n",
       "expected a fact about a case or a mistake, found 'fails 0 zz'", 4},
      {"grader-outcomes 1\ncase 12 public x\nmistake 12 x\nfails 0 1 0.5 0.5\n",
       "expected a fact about a case or a mistake, found 'fails 0 1 0.5 0.5'", 4},
  };
  for (const auto& row : kRows) {
    const auto read = read_mistake_outcomes(row.text, "outcomes.txt");
    ASSERT_FALSE(read) << row.text;
    EXPECT_EQ(read.error().message, row.message + kAnew);
    EXPECT_EQ(read.error().place, (Place{"outcomes.txt", row.line, 0}));
  }
}

TEST(MistakeOutcomesTest, KeepsNothingHiddenForStudents) {
  const std::string text = write_mistake_outcomes(public_part(two_mistakes()));
  EXPECT_EQ(text,
            "# What each mistake gives for each case, for hints. Written by 'grader cases check --write'.\n"
            "grader-outcomes 1\n"
            "kit 00000000000000aa\n"
            "catalogue 00000000000000bb\n"
            "case 00000000000000c0 public worked_example\n"
            "case 00000000000000c2 public many_heads\n"
            "case 00000000000000c3 public one_head\n"
            "mistake 00000000000000d0 no-scale\n"
            "hint look at the scale\n"
            "passes 1-2\n"
            "fails 0 0000000000000abc 0.5 -1e-300 0.1\n");
}

TEST(MistakeOutcomesTest, FindsCasesByTheirKeys) {
  const auto known =
      mistakes_for(two_mistakes(), "00000000000000aa", {"00000000000000c2", "new", "00000000000000c0"});
  ASSERT_EQ(known.size(), 2U);
  EXPECT_EQ(known[0].results[0].kind, CaseResult::Kind::kPasses);
  EXPECT_EQ(known[0].results[1].kind, CaseResult::Kind::kUnknown);
  EXPECT_EQ(known[0].results[2].kind, CaseResult::Kind::kFails);
}

TEST(MistakeOutcomesTest, KnowsNothingOfAnotherKit) {
  EXPECT_TRUE(mistakes_for(two_mistakes(), "00000000000000ab", {"00000000000000c0"}).empty());
}

TEST(MistakeOutcomesTest, ACasesKeyChangesWithAllThatDecidesItsResult) {
  const Manifest manifest = testing::manifest();
  const auto make = [] {
    return testing::make_case("example", testing::kMerge, CaseKind::kValues,
                              {testing::counting({1, 2, 2, 3})});
  };
  const auto key = [&](const Case& a_case) { return case_key(a_case, plan(a_case, manifest)); };
  const std::string first = key(make());
  EXPECT_EQ(first.size(), 16U);
  Case a_case = make();
  a_case.name = "renamed";
  a_case.why = "another reason";
  EXPECT_EQ(key(a_case), first);
  a_case = make();
  std::get<Array>(a_case.steps[0].arguments[0]).data[3] = -1;
  EXPECT_NE(key(a_case), first);
  a_case = make();
  a_case.steps[0].tolerance = kExact;
  EXPECT_NE(key(a_case), first);
  a_case = make();
  a_case.steps[0].expect = testing::counting({1, 2, 6});
  const std::string with_expect = key(a_case);
  EXPECT_NE(with_expect, first);
  std::get<Array>(*a_case.steps[0].expect).data[0] = 9;
  EXPECT_NE(key(a_case), with_expect);
}

TEST(MistakeOutcomesTest, LoopsAndUnwrittenFunctionsAreNoFailures) {
  const Case a_case = testing::make_case("example", testing::kMerge, CaseKind::kValues, {});
  const RunOutcome outcome = testing::answered({testing::counting({2})});
  struct {
    Verdict verdict;
    CaseResult::Kind kind;
  } const kRows[] = {
      {Verdict::kAccepted, CaseResult::Kind::kPasses},
      {Verdict::kNotVectorised, CaseResult::Kind::kPasses},
      {Verdict::kNotImplemented, CaseResult::Kind::kUnknown},
      {Verdict::kInternalError, CaseResult::Kind::kUnknown},
      {Verdict::kWrongAnswer, CaseResult::Kind::kFails},
      {Verdict::kRuntimeError, CaseResult::Kind::kFails},
  };
  for (const auto& row : kRows) {
    CaseReport report;
    report.verdict = row.verdict;
    EXPECT_EQ(make_case_result(a_case, report, &outcome).kind, row.kind) << to_string(row.verdict);
    EXPECT_EQ(make_case_result(a_case, report, nullptr).kind, CaseResult::Kind::kUnknown);
  }
}

}  // namespace
}  // namespace grader

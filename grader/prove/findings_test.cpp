#include "grader/prove/findings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "grader/prove/testing.h"

namespace grader {
namespace {

using testing::matrix;
using testing::row;
using enum Role;

// `case by other` or `case by nothing`, in order.
std::vector<std::string> idle(const Findings& findings) {
  std::vector<std::string> texts;
  for (const IdleCase& one : findings.idle)
    texts.push_back(one.a_case + " by " + (one.covered_by.empty() ? "nothing" : one.covered_by));
  return texts;
}

TEST(FindingsTest, ACaughtMistakeProves) {
  const Findings found =
      find_out(matrix({row(kMistake, "a", ".X.."), row(kReference, "reference", "....")}), {});
  EXPECT_TRUE(found.proved());
  EXPECT_EQ(found.caught, 1U);
  EXPECT_EQ(found.caught_by_public, 1U);
  EXPECT_TRUE(found.caught_by_hidden_only.empty());
}

TEST(FindingsTest, AMistakeThatNoCaseCatchesLives) {
  const Findings found = find_out(matrix({row(kMistake, "a", "....")}), {});
  EXPECT_FALSE(found.proved());
  ASSERT_EQ(found.living.size(), 1U);
  EXPECT_EQ(found.living[0].mistake, "a");
  EXPECT_TRUE(found.living[0].was_caught_by.empty());
  EXPECT_TRUE(found.other_verdict.empty()) << "said once";
  EXPECT_EQ(found.caught, 0U);
}

TEST(FindingsTest, ACaseThatWasNotRunCatchesNothing) {
  EXPECT_EQ(find_out(matrix({row(kMistake, "a", "--..")}), {}).living.size(), 1U);
}

TEST(FindingsTest, ALivingMistakeNamesItsFormerCatchers) {
  const Kills before{{"a", {"s2", "gone"}}};
  const Findings found = find_out(matrix({row(kMistake, "a", "....")}), before);
  ASSERT_EQ(found.living.size(), 1U);
  EXPECT_EQ(found.living[0].was_caught_by, (std::vector<std::string>{"gone", "s2"}));
  EXPECT_TRUE(found.lost.empty());
}

TEST(FindingsTest, ALostKillOfACaughtMistakeIsNamedAndProves) {
  const Kills before{{"a", {"s1", "s2"}}, {"no-mistake-any-more", {"s1"}}};
  const Findings found = find_out(matrix({row(kMistake, "a", ".X.X")}), before);
  EXPECT_TRUE(found.proved());
  ASSERT_EQ(found.lost.size(), 1U);
  EXPECT_EQ(found.lost[0].mistake, "a");
  EXPECT_EQ(found.lost[0].was_caught_by, std::vector<std::string>{"s1"});
}

TEST(FindingsTest, EverySubmissionMustHaveItsVerdict) {
  struct {
    ProvedSubmission submission;
    bool proves;
  } const rows[] = {
      {row(kReference, "reference", "...."), true}, {row(kReference, "reference", "...X"), false},
      {row(kAccepted, "style", "...."), true},      {row(kAccepted, "style", ".L.."), false},
      {row(kNotVectorised, "for", "L..."), true},   {row(kNotVectorised, "for", "...."), false},
      {row(kNotVectorised, "for", "LX.."), false},  {row(kStub, "stub", "...."), false}};
  for (const auto& one : rows)
    EXPECT_EQ(find_out(matrix({one.submission}), {}).proved(), one.proves) << one.submission.name;
}

TEST(FindingsTest, AnotherVerdictNamesTheFirstCaseThatGaveIt) {
  ProvedSubmission mistake = row(kMistake, "a", ".LX.");
  mistake.expected = Verdict::kWrongShape;
  const Findings found = find_out(matrix({mistake}), {});
  ASSERT_EQ(found.other_verdict.size(), 1U);
  const OtherVerdict& other = found.other_verdict[0];
  EXPECT_EQ(other.found, Verdict::kWrongAnswer);
  EXPECT_EQ(other.a_case, "m1");
  EXPECT_EQ(other.message, "1 of 4 values differ");
  EXPECT_EQ(found.caught, 1U) << "it is caught all the same";
}

TEST(FindingsTest, AMistakeThatDoesNotCompileIsNotCaught) {
  ProvedSubmission mistake = row(kMistake, "a", "----");
  mistake.found = Verdict::kCompileError;
  mistake.message = "a.h:3:1: expected ';'";
  const Findings found = find_out(matrix({mistake}), {});
  EXPECT_TRUE(found.living.empty());
  EXPECT_EQ(found.caught, 0U);
  ASSERT_EQ(found.other_verdict.size(), 1U);
  EXPECT_EQ(found.other_verdict[0].a_case, "");
  EXPECT_EQ(found.other_verdict[0].message, "a.h:3:1: expected ';'");
}

TEST(FindingsTest, NamesWhatHangsOnHiddenCasesAndOnOne) {
  const Findings found = find_out(
      matrix({row(kMistake, "hidden", "...X"), row(kMistake, "one", "X..."), row(kMistake, "two", "XX..")}),
      {});
  EXPECT_EQ(found.caught_by_hidden_only, std::vector<std::string>{"hidden"});
  ASSERT_EQ(found.last_catchers.size(), 2U);
  EXPECT_EQ(found.last_catchers[0].a_case, "m2");
  EXPECT_TRUE(found.last_catchers[0].hidden);
  EXPECT_EQ(found.last_catchers[1].a_case, "s1");
  EXPECT_FALSE(found.last_catchers[1].hidden);
}

TEST(FindingsTest, NamesCasesThatCatchNothingNew) {
  struct {
    std::vector<ProvedSubmission> submissions;
    std::vector<std::string> idle;
  } const rows[] = {
      // Each has one of its own.
      {{row(kMistake, "a", "X..."), row(kMistake, "b", ".X.."), row(kMistake, "c", "..X."),
        row(kMistake, "d", "...X")},
       {}},
      {{row(kMistake, "a", "XX.."), row(kMistake, "b", ".X.."), row(kMistake, "c", "..X."),
        row(kMistake, "d", "...X")},
       {"s1 by s2"}},
      // Of two that catch the same, the second.
      {{row(kMistake, "a", "XX.."), row(kMistake, "c", "..X."), row(kMistake, "d", "...X")}, {"s2 by s1"}},
      {{row(kMistake, "a", "XX.."), row(kMistake, "c", "..XX")}, {"s2 by s1", "m2 by m1"}},
      // A hidden case does not stand for a public one, nor one function for another.
      {{row(kMistake, "a", "XX.."), row(kMistake, "b", ".X.."), row(kMistake, "c", "X.XX"),
        row(kMistake, "d", "...X")},
       {}},
      // A loop is something to catch, a right solution is not.
      {{row(kMistake, "a", "XX.."), row(kNotVectorised, "for", "L..."), row(kAccepted, "style", "..X.")},
       {"s2 by s1", "m1 by nothing", "m2 by nothing"}},
  };
  for (const auto& one : rows) EXPECT_EQ(idle(find_out(matrix(one.submissions), {})), one.idle);
}

TEST(FindingsTest, ACaseAboutLoopsStandsForNoOther) {
  KillMatrix tested = matrix({row(kMistake, "a", "XXXX"), row(kNotVectorised, "for", "L...")});
  tested.cases[0].kind = CaseKind::kVectorised;
  EXPECT_EQ(idle(find_out(tested, {})), (std::vector<std::string>{"m2 by m1"}));
}

TEST(FindingsTest, NamesRightValuesNearATolerance) {
  std::vector<ProvedSubmission> rows{row(kAccepted, "far", "...."), row(kAccepted, "near", "...."),
                                     row(kReference, "reference", "...."), row(kMistake, "a", ".X..")};
  rows[0].cells[1].tolerance_used = 0.1;  // at the edge of what is fine
  rows[1].cells[1].tolerance_used = 0.11;
  rows[2].cells[2].tolerance_used = 0.9;
  rows[3].cells[0].tolerance_used = 0.9;  // of a wrong solution: of no interest
  const Findings found = find_out(matrix(rows), {});
  ASSERT_EQ(found.near_tolerance.size(), 2U);
  EXPECT_EQ(found.near_tolerance[0].name, "reference") << "the nearest first";
  EXPECT_EQ(found.near_tolerance[0].a_case, "m1");
  EXPECT_EQ(found.near_tolerance[1].name, "near");
  EXPECT_TRUE(found.proved());
}

TEST(KillMatrixTest, KillsAreTheCatchersOfEachMistake) {
  const Kills kills = kills_of(matrix({row(kReference, "reference", "...."), row(kMistake, "a", "XX.-"),
                                       row(kMistake, "b", "...."), row(kNotVectorised, "for", "L...")}));
  EXPECT_EQ(kills, (Kills{{"a", {"s1", "s2"}}, {"b", {}}}));
}

}  // namespace
}  // namespace grader

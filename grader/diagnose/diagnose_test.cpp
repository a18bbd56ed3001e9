#include "grader/diagnose/diagnose.h"

#include <gtest/gtest.h>

#include "grader/judge/testing.h"

namespace grader {
namespace {

// Results in short: `.` passes, `?` unknown, any other letter fails with that sketch. Three cases of
// split_heads, two of merge_heads, three of mha_forward.
constexpr std::string_view kFunctions = "sssmmfff";

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char c : kFunctions) {
    const int function = c == 's' ? testing::kSplit : c == 'm' ? testing::kMerge : testing::kForward;
    all.push_back(testing::make_case("example", function, CaseKind::kValues, {}));
  }
  return all;
}

std::vector<CaseResult> results(std::string_view letters) {
  std::vector<CaseResult> all;
  for (const char c : letters) {
    CaseResult& one = all.emplace_back();
    if (c == '.') one.kind = CaseResult::Kind::kPasses;
    if (c == '.' || c == '?') continue;
    one.kind = CaseResult::Kind::kFails;
    one.sketch.form = static_cast<std::uint64_t>(c);
  }
  return all;
}

KnownMistake mistake(const std::string& name, std::string_view letters, std::string hint = "") {
  if (hint.empty()) hint = "look at " + name;
  return {.key = "", .name = name, .hint = std::move(hint), .results = results(letters)};
}

// The hint of every case that has one, `-` for the others.
std::string hints(std::string_view submission, const std::vector<KnownMistake>& mistakes) {
  std::string text;
  for (const Diagnosis& one : diagnose(cases(), results(submission), mistakes))
    text += (one.hint.empty() ? "-" : one.hint) + "|";
  return text;
}

const std::vector<KnownMistake>& catalogue() {
  static const std::vector<KnownMistake> all = {
      mistake("split", "abc..xyz"),   mistake("both", "abcde.uv"),    mistake("merge", "...deghi"),
      mistake("scale", "......kl"),   mistake("check-a", "..n....o"), mistake("check-b", "..n....."),
      mistake("check-c", ".......o"),
  };
  return all;
}

TEST(DiagnoseTest, SaysTheHintOfTheMistakeThatIsTheSameEverywhere) {
  struct {
    std::string_view submission;
    std::string hints;
  } const kRows[] = {
      {"abc..xyz",
       "look at split|look at split|look at split|-|-|look at split|look at split|look at split|"},
      {"......kl", "-|-|-|-|-|-|look at scale|look at scale|"},
      {"..n....o", "-|-|look at check-a|-|-|-|-|look at check-a|"},
      {"..n.....", "-|-|look at check-b|-|-|-|-|-|"},
      {".......o", "-|-|-|-|-|-|-|look at check-c|"},
  };
  for (const auto& row : kRows) EXPECT_EQ(hints(row.submission, catalogue()), row.hints) << row.submission;
}

TEST(DiagnoseTest, SaysNothingOfARightOrUnknownSubmission) {
  EXPECT_EQ(hints("........", catalogue()), "-|-|-|-|-|-|-|-|");
  EXPECT_EQ(hints("????????", catalogue()), "-|-|-|-|-|-|-|-|");
}

TEST(DiagnoseTest, SaysNothingWhereOneResultIsAnother) {
  EXPECT_EQ(hints("..q....q", catalogue()), "-|-|-|-|-|-|-|-|");
  EXPECT_EQ(hints("......kq", catalogue()), "-|-|-|-|-|-|-|-|");
}

TEST(DiagnoseTest, SaysNothingWhereTheMistakeFailsMore) {
  EXPECT_EQ(hints("......k.", catalogue()), "-|-|-|-|-|-|-|-|");
  EXPECT_EQ(hints("..n....o", {mistake("check-d", "..nd...o")}), "-|-|-|-|-|-|-|-|");
}

TEST(DiagnoseTest, LooksAtEachFunctionWhereNoMistakeExplainsTheWhole) {
  // split_heads by one, mha_forward by another.
  EXPECT_EQ(hints("..n...kl", catalogue()), "-|-|look at check-b|-|-|-|look at scale|look at scale|");
  // `both` breaks merge_heads too, which is right here.
  EXPECT_EQ(hints("abc..qrs", catalogue()), "look at split|look at split|look at split|-|-|-|-|-|");
}

TEST(DiagnoseTest, PrefersTheMistakeThatExplainsMore) {
  EXPECT_EQ(hints("abcdeqrs", {mistake("split", "abc..xyz"), mistake("both", "abcde.uv")}),
            "look at both|look at both|look at both|look at both|look at both|-|-|-|");
}

TEST(DiagnoseTest, PrefersTheMistakeThatPromisesLess) {
  // Either is the same in split_heads; `both` should have broken merge_heads in its own way.
  EXPECT_EQ(hints("abcqq...", {mistake("both", "abcde..."), mistake("split", "abc.....")}),
            "look at split|look at split|look at split|-|-|-|-|-|");
}

TEST(DiagnoseTest, TakesTwinsForOne) {
  EXPECT_EQ(hints("......kl", {mistake("one", "......kl", "look at the scale"),
                               mistake("two", "......kl", "look at the scale")}),
            "-|-|-|-|-|-|look at the scale|look at the scale|");
}

TEST(DiagnoseTest, SaysSoWhereTwoCannotBeToldApart) {
  const std::vector<KnownMistake> two = {mistake("one", "......kl"), mistake("two", "......kl")};
  const auto diagnoses = diagnose(cases(), results("......kl"), two);
  EXPECT_EQ(
      diagnoses[7].hint,
      "Two known mistakes give this, and these cases do not tell which. Either: look at one Or: look at two");
  EXPECT_EQ(diagnoses[7].mistake, "one or two");
  EXPECT_EQ(hints("......kl", {two[0], two[1], mistake("three", "......kl")}), "-|-|-|-|-|-|-|-|");
}

TEST(DiagnoseTest, PassesOverCasesThatAreNotKnown) {
  EXPECT_EQ(hints("??????kl", catalogue()), "-|-|-|-|-|-|look at scale|look at scale|");
  EXPECT_EQ(hints("......kl", {mistake("scale", "??.?..kl")}), "-|-|-|-|-|-|look at scale|look at scale|");
  // Not known of a case that fails: the mistake explains nothing there.
  EXPECT_EQ(hints("......kl", {mistake("scale", "......k?")}), "-|-|-|-|-|-|-|-|");
}

}  // namespace
}  // namespace grader

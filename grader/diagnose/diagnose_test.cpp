#include "grader/diagnose/diagnose.h"

#include <gtest/gtest.h>

#include "grader/judge/testing.h"

namespace grader {
namespace {

// Results in short: `.` passes, `?` unknown, any other letter fails with that sketch. Cases of split_heads:
// two values, one that must throw, a round trip; two of merge_heads; of mha_forward two values and one that
// must throw.
constexpr std::string_view kFunctions = "ssSRmmffF";

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char c : kFunctions) {
    const int function = c == 'm'               ? testing::kMerge
                         : c == 'f' || c == 'F' ? testing::kForward
                                                : testing::kSplit;
    const CaseKind kind = c == 'S' || c == 'F' ? CaseKind::kThrows
                          : c == 'R'           ? CaseKind::kRoundTrip
                                               : CaseKind::kValues;
    all.push_back(testing::make_case("example", function, kind, {}));
    if (kind == CaseKind::kThrows) all.back().steps[0].throws = "std::invalid_argument";
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
    one.sketch.form = static_cast<unsigned char>(c);
  }
  return all;
}

KnownMistake mistake(const std::string& name, std::string_view letters, std::string hint = "") {
  if (hint.empty()) hint = "look at " + name;
  return {.key = "", .name = name, .hint = std::move(hint), .results = results(letters)};
}

// For each case the name of the mistake whose hint it has, `-` for none.
std::string said(std::string_view submission, const std::vector<KnownMistake>& mistakes) {
  std::string text;
  for (const Diagnosis& one : diagnose(cases(), results(submission), mistakes)) {
    EXPECT_EQ(one.hint.empty(), one.mistake.empty());
    text += (text.empty() ? "" : " ") + (one.hint.empty() ? "-" : one.hint.substr(sizeof("look at ") - 1));
  }
  return text;
}

const std::vector<KnownMistake>& catalogue() {
  static const std::vector<KnownMistake> all = {
      mistake("split", "ab.r..xy."),     mistake("both", "ab..cduv."),
      mistake("merge", "...scdgh."),     mistake("scale", "......kl."),
      mistake("no-check", "..n.....o"),  mistake("split-check", "..n......"),
      mistake("mha-check", "........o"),
  };
  return all;
}

constexpr std::string_view kNothing = "- - - - - - - - -";

TEST(DiagnoseTest, SaysTheHintOfTheMistakeThatIsTheSameEverywhere) {
  struct {
    std::string_view submission;
    std::string_view said;
  } const kRows[] = {
      {"ab.r..xy.", "split split - split - - split split -"},
      {"ab..cduv.", "both both - - both both both both -"},
      {"......kl.", "- - - - - - scale scale -"},
      {"..n.....o", "- - no-check - - - - - no-check"},
      {"..n......", "- - split-check - - - - - -"},
      {"........o", "- - - - - - - - mha-check"},
  };
  for (const auto& row : kRows) EXPECT_EQ(said(row.submission, catalogue()), row.said) << row.submission;
}

TEST(DiagnoseTest, SaysNothingOfARightOrUnknownSubmission) {
  EXPECT_EQ(said(".........", catalogue()), kNothing);
  EXPECT_EQ(said("?????????", catalogue()), kNothing);
  EXPECT_EQ(said("ab.r..xy.", {}), kNothing);
}

TEST(DiagnoseTest, SaysNothingWhereAResultIsAnother) {
  EXPECT_EQ(said("......kq.", catalogue()), kNothing);
  EXPECT_EQ(said("..n.....q", {mistake("no-check", "..n.....o")}), "- - no-check - - - - - -");
}

TEST(DiagnoseTest, SaysNothingWhereTheMistakeFailsMore) {
  EXPECT_EQ(said("......k..", catalogue()), kNothing);
  EXPECT_EQ(said("..n......", {mistake("no-check", "..n.....o")}), kNothing);
}

TEST(DiagnoseTest, LooksAtEachFunctionWhereNoMistakeExplainsTheWhole) {
  EXPECT_EQ(said("..n...kl.", catalogue()), "- - split-check - - - scale scale -");
  EXPECT_EQ(said("ab.r..qq.", catalogue()), "split split - - - - - - -");
}

TEST(DiagnoseTest, SaysNothingOfAFunctionAfterOneThatIsNotUnderstood) {
  EXPECT_EQ(said("q.....kl.", catalogue()), kNothing);
  EXPECT_EQ(said("....qqkl.", catalogue()), kNothing);
}

TEST(DiagnoseTest, ARoundTripBlamesNoFunctionAlone) {
  // Without its own entry: merge_heads is as in `both`, whose split_heads is another.
  EXPECT_EQ(said("...scdgh.", {catalogue()[0], catalogue()[1]}), kNothing);
  // The same in the round trip alone.
  EXPECT_EQ(said("...scdgh.", {mistake("odd", "...s.....")}), kNothing);
}

TEST(DiagnoseTest, AMissingCheckIsOneIdeaInAllFunctions) {
  const KnownMistake split_check = mistake("split-check", "..n......");
  EXPECT_EQ(said("..n.....o", {split_check, mistake("mha-check", "........o")}), kNothing);
  EXPECT_EQ(said("..n...kl.", {split_check, mistake("no-check", "..n.....o")}),
            "- - split-check - - - - - -");
  EXPECT_EQ(said("..n...klq", {split_check, mistake("no-check", "..n.....o")}), "- - no-check - - - - - -");
}

TEST(DiagnoseTest, PrefersTheMistakeThatExplainsMore) {
  EXPECT_EQ(said("ab..cdqq.", {mistake("split", "ab....xy."), mistake("both", "ab..cduv.")}),
            "both both - - both both - - -");
}

TEST(DiagnoseTest, PrefersTheMistakeThatPromisesLess) {
  // Either is the same in split_heads; `both` should have broken merge_heads in its own way.
  EXPECT_EQ(said("ab..qq...", {mistake("both", "ab..cd..."), mistake("split", "ab.......")}),
            "split split - - - - - - -");
}

TEST(DiagnoseTest, TakesTwinsForOne) {
  const auto diagnoses = diagnose(
      cases(), results("......kl."),
      {mistake("one", "......kl.", "look at the scale"), mistake("two", "......kl.", "look at the scale")});
  EXPECT_EQ(diagnoses[7].hint, "look at the scale");
  EXPECT_EQ(diagnoses[7].mistake, "one or two");
}

TEST(DiagnoseTest, SaysSoWhereTwoCannotBeToldApart) {
  const std::vector<KnownMistake> two = {mistake("one", "......kl."), mistake("two", "......kl.")};
  EXPECT_EQ(
      diagnose(cases(), results("......kl."), two)[7].hint,
      "Two known mistakes give this, and these cases do not tell which. Either: look at one Or: look at two");
  EXPECT_EQ(said("......kl.", {two[0], two[1], mistake("three", "......kl.")}), kNothing);
  // One function of several: nothing is said for sure.
  EXPECT_EQ(said("ab....kl.", {two[0], two[1], mistake("split", "ab.......")}), "split split - - - - - - -");
}

TEST(DiagnoseTest, PassesOverCasesThatAreNotKnown) {
  EXPECT_EQ(said("??????kl?", catalogue()), "- - - - - - scale scale -");
  EXPECT_EQ(said("......kl.", {mistake("scale", "??.?..kl?")}), "- - - - - - scale scale -");
  // Not known of a case that fails: the mistake explains nothing there.
  EXPECT_EQ(said("......kl.", {mistake("scale", "......k?.")}), kNothing);
}

}  // namespace
}  // namespace grader

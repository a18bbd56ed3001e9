#include "grader/judge/redact.h"

#include <gtest/gtest.h>

#include "grader/judge/score.h"

namespace grader {
namespace {

using enum Verdict;

// A case of which every field says something.
CaseReport full(const std::string& name, bool hidden, Verdict verdict) {
  CaseReport one;
  one.name = name;
  one.function = "split_heads";
  one.kind = CaseKind::kCausal;
  one.hidden = hidden;
  one.why = "why";
  one.verdict = verdict;
  one.points = 0.25;
  one.max_points = 0.5;
  one.call = "call";
  one.message = "message";
  one.details = {"detail"};
  one.help = "help";
  one.difference = Difference{};
  one.difference->wrong = 7;
  one.thrown = Thrown{};
  one.stdout_text = "out";
  one.stderr_text = "err";
  one.trace = {TraceLine{}};
  one.hint = "hint";
  one.mistake = "mistake";
  one.wall_ms = 12;
  one.memory_bytes = 13;
  return one;
}

Report report_of(std::vector<CaseReport> cases) {
  Report report;
  report.compile.ok = true;
  report.cases = std::move(cases);
  report.points = 1.5;
  report.duration_ms = 99;
  report.functions = {{.name = "split_heads"}};
  summarise(report);
  return report;
}

TEST(RedactTest, LeavesNoMoreThanTheVerdict) {
  const Report shown = redact(report_of({full("a", true, kTimeLimit)}), "student", Reveal::kVerdict);
  const CaseReport& one = shown.cases[0];
  EXPECT_TRUE(one.redacted && one.hidden && one.ran);
  EXPECT_EQ(one.name, "a");
  EXPECT_EQ(one.function, "split_heads");
  EXPECT_EQ(one.verdict, kTimeLimit);
  EXPECT_EQ(one.points, 0.25);
  EXPECT_EQ(one.max_points, 0.5);
  EXPECT_EQ(one.hint, "hint");
  EXPECT_EQ(one.kind, CaseKind::kValues);
  EXPECT_EQ(one.why + one.call + one.message + one.help + one.stdout_text + one.stderr_text + one.mistake,
            "");
  EXPECT_TRUE(one.details.empty() && one.trace.empty() && !one.difference && !one.thrown);
  EXPECT_EQ(one.wall_ms, 0);
  EXPECT_EQ(one.memory_bytes, 0);
  EXPECT_EQ(shown.duration_ms, 0);
  EXPECT_EQ(shown.points, 1.5);
}

TEST(RedactTest, FoldsVerdictsToPassedOrNot) {
  const auto folded = [](std::vector<CaseReport> cases) {
    return redact(report_of(std::move(cases)), "student", Reveal::kPassed);
  };
  const Report alone = folded({full("a", true, kSecurityViolation), full("b", true, kAccepted)});
  EXPECT_EQ(alone.cases[0].verdict, kWrongAnswer);
  EXPECT_EQ(alone.cases[1].verdict, kAccepted);
  EXPECT_EQ(alone.verdict, kWrongAnswer);
  EXPECT_EQ(alone.functions[0].verdict, kWrongAnswer);
  EXPECT_EQ(alone.cases[0].hint, "");
  const Report stub = folded({full("a", true, kNotImplemented), full("b", false, kNotImplemented)});
  EXPECT_EQ(stub.verdict, kNotImplemented);
  const Report passing = folded({full("a", true, kTimeLimit), full("b", false, kAccepted)});
  EXPECT_EQ(passing.verdict, kWrongAnswer);
}

TEST(RedactTest, KeepsPublicCasesButForTheMistakesName) {
  const Report shown = redact(report_of({full("a", false, kWrongAnswer)}), "student", Reveal::kVerdict);
  EXPECT_EQ(shown.cases[0].mistake, "");
  EXPECT_EQ(shown.cases[0].message, "message");
  EXPECT_EQ(shown.cases[0].stdout_text, "out");
  EXPECT_FALSE(shown.cases[0].redacted);
  EXPECT_EQ(shown.duration_ms, 99);
}

TEST(RedactTest, ShowsTheInstructorAll) {
  const Report shown = redact(report_of({full("a", true, kTimeLimit)}), "instructor", Reveal::kPassed);
  EXPECT_EQ(shown.cases[0].mistake, "mistake");
  EXPECT_EQ(shown.cases[0].verdict, kTimeLimit);
  EXPECT_EQ(shown.duration_ms, 99);
}

TEST(RedactTest, ShowsAnUnknownAudienceNoMoreThanAStudent) {
  EXPECT_TRUE(redact(report_of({full("a", true, kTimeLimit)}), "", Reveal::kVerdict).cases[0].redacted);
}

}  // namespace
}  // namespace grader

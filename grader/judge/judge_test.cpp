#include "grader/judge/judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>

#include "grader/judge/judged_testing.h"
#include "grader/judge/plan.h"

namespace grader {
namespace {

using testing::answered;
using testing::counting;
using testing::exception;
using testing::expect;
using testing::judged;
using testing::kMerge;
using testing::kSplit;
using testing::kStub;
using testing::make_case;
using testing::split_case;

const std::vector<std::string> kInvalid{"std::invalid_argument", "std::logic_error", "std::exception"};
const std::vector<std::string> kShape{"kit::ShapeError", "std::logic_error", "std::exception"};

Case throws_case() {
  Case made = make_case("not_divisible", kSplit, CaseKind::kThrows, {counting({1, 2, 4}), std::int64_t{3}});
  made.steps[0].throws = "std::invalid_argument";
  return made;
}

TEST(JudgeTest, AcceptsTheExpectedValue) {
  RunOutcome outcome = answered({*split_case().steps[0].expect});
  outcome.ended.wall_time = std::chrono::milliseconds(3);
  outcome.ended.peak_memory_bytes = 4096;
  outcome.stdout_text = "hello\x1b[31m\n";
  const CaseReport report = judged(split_case(), outcome);
  expect(report, Verdict::kAccepted, "");
  EXPECT_EQ(report.name, "worked_example");
  EXPECT_EQ(report.function, "split_heads");
  EXPECT_EQ(report.call, "split_heads(x: Tensor (1, 2, 4), n_heads: 2)");
  EXPECT_EQ(report.why, "the example of the text");
  EXPECT_EQ(report.stdout_text, "hello\\x1B[31m\n");
  EXPECT_EQ(report.wall_ms, 3);
  EXPECT_EQ(report.memory_bytes, 4096);
  EXPECT_TRUE(report.ran);
  ASSERT_TRUE(report.difference);
  EXPECT_EQ(report.difference->wrong, 0);
}

TEST(JudgeTest, ShowsWrongValuesWithPatterns) {
  const CaseReport report = judged(split_case(), answered({Array{{1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}}}));
  expect(report, Verdict::kWrongAnswer, "4 of 8 values differ");
  ASSERT_TRUE(report.difference);
  EXPECT_EQ(report.difference->axes, (std::vector<std::string>{"B", "H", "T", "d"}));
  EXPECT_EQ(report.difference->patterns,
            (std::vector<std::string>{
                "the result holds the numbers of 'x' in the order in which they lie there",
                "the values are right, in the axis order (B, T, H, d) instead of (B, H, T, d)"}));
}

TEST(JudgeTest, TellsAWrongShape) {
  const CaseReport report = judged(split_case(), answered({counting({1, 2, 4})}));
  expect(report, Verdict::kWrongShape, "expected shape (1, 2, 2, 2), got (1, 2, 4)");
  EXPECT_EQ(report.difference->patterns, std::vector<std::string>{"the result is 'x' unchanged"});
}

TEST(JudgeTest, TakesAnotherTypeForABrokenAnswer) {
  expect(judged(split_case(), answered({true})), Verdict::kRuntimeError, "expected Tensor, got bool");
}

TEST(JudgeTest, TellsExceptionsOfAValueCase) {
  const CaseReport report =
      judged(split_case(), testing::threw(exception("kit::ShapeError", "bad\n", kShape, 4)));
  expect(report, Verdict::kRuntimeError, "it threw kit::ShapeError at solution.h:4: bad\\n");
  ASSERT_TRUE(report.thrown);
  EXPECT_EQ(report.thrown->message, "bad\\n");
  expect(judged(split_case(), testing::threw(exception("kit::NotImplemented", "", kStub))),
         Verdict::kNotImplemented, "'split_heads' is not written yet");
}

TEST(JudgeTest, JudgesThrowsCases) {
  struct {
    RunOutcome outcome;
    Verdict verdict;
    std::string message;
  } const rows[] = {
      {testing::threw(exception("std::invalid_argument", "n_heads", kInvalid)), Verdict::kAccepted, ""},
      {testing::threw(exception("exercise::Mine", "", kInvalid)), Verdict::kAccepted, ""},
      {testing::threw(exception("kit::ShapeError", "reshape: no", kShape, 8)), Verdict::kWrongException,
       "expected std::invalid_argument to be thrown, got kit::ShapeError at solution.h:8: reshape: no"},
      {testing::threw(exception("int", "", {})), Verdict::kWrongException,
       "expected std::invalid_argument to be thrown, got int"},
      {testing::threw(exception("kit::NotImplemented", "", kStub)), Verdict::kNotImplemented,
       "'split_heads' is not written yet"},
      {answered({counting({1, 3, 2, 1})}), Verdict::kWrongException,
       "expected std::invalid_argument to be thrown, got the result Tensor (1, 3, 2, 1)"},
      {testing::ended(Ended::How::kSignalled, SIGFPE), Verdict::kRuntimeError,
       "the program died of SIGFPE: a whole-number division by zero"},
  };
  for (const auto& r : rows) expect(judged(throws_case(), r.outcome), r.verdict, r.message);
}

TEST(JudgeTest, ExplainsWhyAShapeErrorWillNotDo) {
  EXPECT_EQ(judged(throws_case(), testing::threw(exception("kit::ShapeError", "", kShape))).help,
            "a ShapeError is no std::invalid_argument: check the arguments before the first operation");
}

TEST(JudgeTest, PutsTheEndBeforeTheAnswers) {
  RunOutcome outcome = answered({*split_case().steps[0].expect});
  outcome.ended.how = Ended::How::kForbiddenCall;
  outcome.ended.detail = "socket";
  expect(judged(split_case(), outcome), Verdict::kSecurityViolation,
         "a call that is not allowed here: 'socket'");
}

TEST(JudgeTest, RefusesTooFewAnswers) {
  RunOutcome outcome = answered({});
  expect(judged(split_case(), outcome), Verdict::kRuntimeError, "0 answers came to 1 calls");
}

TEST(JudgeTest, SaysWhatOfOursIsMissing) {
  Case a_case = split_case();
  a_case.steps[0].expect.reset();
  expect(judged(a_case, answered({true})), Verdict::kInternalError,
         "there is no expected value to compare with");
}

TEST(JudgeTest, NamesTheCallOfASequence) {
  Case a_case = split_case(CaseKind::kSequence);
  a_case.steps.push_back(a_case.steps[0]);
  const Value right = *a_case.steps[0].expect;
  const Value wrong = counting({1, 2, 2, 2});
  expect(judged(a_case, answered({right, right})), Verdict::kAccepted, "");
  expect(judged(a_case, answered({right, wrong})), Verdict::kWrongAnswer,
         "call 2 of 2: 4 of 8 values differ");
  expect(judged(a_case, answered({wrong, counting({3})})), Verdict::kWrongShape,
         "call 2 of 2: expected shape (1, 2, 2, 2), got (3,)");
  RunOutcome died = answered({right});
  died.complete = false;
  died.ended = testing::ended(Ended::How::kSignalled, SIGABRT).ended;
  expect(judged(a_case, died), Verdict::kRuntimeError, "call 2 of 2: the program died of SIGABRT: abort");
  RunOutcome threw = answered({right, right});
  threw.answers[1].result = exception("int", "", {});
  expect(judged(a_case, threw), Verdict::kRuntimeError, "call 2 of 2: it threw int");
}

// A vectorised case of merge_heads with its expected values, and a run with right values.
struct Growing {
  Case a_case = make_case("no_loops", kMerge, CaseKind::kVectorised, {});
  RunOutcome outcome;

  explicit Growing(bool with_loop) {
    a_case.steps.clear();
    complete_case(a_case, testing::manifest());
    std::vector<Value> values;
    for (Step& step : a_case.steps) {
      step.expect = counting({static_cast<std::int64_t>(values.size()) + 1});
      values.push_back(*step.expect);
    }
    outcome = answered(values);
    for (int call = 0; call < 6; ++call) {
      Operation operation;
      operation.name = "slice";
      operation.line = 5;
      operation.call = call;
      operation.count = with_loop && call >= 3 ? call : 2;
      outcome.operations.push_back(operation);
    }
  }
};

TEST(JudgeTest, JudgesLoopsWhereTheValuesAreRight) {
  Growing loop(true);
  const CaseReport report = judged(loop.a_case, loop.outcome);
  expect(report, Verdict::kNotVectorised,
         "a loop over heads (H): the number of operations grows with their number");
  EXPECT_EQ(report.details,
            std::vector<std::string>{"solution.h:5: slice 3 times with H = 2, 4 with H = 3, 5 with H = 5"});
  EXPECT_EQ(report.call, "merge_heads at growing sizes");
  const Growing free(false);
  expect(judged(free.a_case, free.outcome), Verdict::kAccepted, "");
  loop.outcome.answers[4].result = counting({3});
  expect(judged(loop.a_case, loop.outcome), Verdict::kWrongShape,
         "loops are not judged here: the values come first, and they are wrong");
}

TEST(JudgeTest, CleansAndCutsWhatWasPrinted) {
  RunOutcome outcome = answered({*split_case().steps[0].expect});
  outcome.stdout_text = std::string(10000, 'a');
  outcome.stderr_text = std::string("\xff") + '\0' + "\n::error::x\r\n";
  outcome.output_cut = true;
  const CaseReport report = judged(split_case(), outcome);
  EXPECT_EQ(report.stdout_text, std::string(4096, 'a') + " … (5904 bytes more)");
  EXPECT_EQ(report.stderr_text, "\\xFF\\x00\n::error::x\n … (cut)");  // each format quotes lines
}

TEST(JudgeTest, ReportsACaseThatWasNotRun) {
  const CaseReport report =
      not_run(split_case(), testing::manifest(), Verdict::kTimeLimit, "not run: the 60 s were over");
  EXPECT_FALSE(report.ran);
  EXPECT_EQ(report.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(report.message, "not run: the 60 s were over");
  EXPECT_EQ(report.call, "split_heads(x: Tensor (1, 2, 4), n_heads: 2)");
}

}  // namespace
}  // namespace grader

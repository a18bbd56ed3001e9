#include "grader/judge/property.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grader/judge/judged_testing.h"

namespace grader {
namespace {

using testing::answered;
using testing::counting;
using testing::exception;
using testing::expect;
using testing::judged;
using testing::kSplit;
using testing::kStub;
using testing::make_case;
using testing::split_case;

TEST(PropertyTest, JudgesARoundTrip) {
  const Case a_case = split_case(CaseKind::kRoundTrip);
  const Array x = counting({1, 2, 4});
  expect(judged(a_case, answered({counting({1, 2, 2, 2}), x})), Verdict::kAccepted, "");
  const CaseReport wrong =
      judged(a_case, answered({counting({1, 2, 2, 2}), Array{{1, 2, 4}, {0, 1, 4, 5, 2, 3, 6, 7}}}));
  expect(wrong, Verdict::kWrongAnswer,
         "merge_heads(split_heads(…)) does not give 'x' back: 4 of 8 values differ");
  EXPECT_EQ(wrong.difference->axes, (std::vector<std::string>{"B", "T", "D"}));
  RunOutcome half = answered({counting({1, 2, 2, 2}), x});
  half.answers[1].result = exception("kit::NotImplemented", "", kStub);
  expect(judged(a_case, half), Verdict::kNotImplemented, "'merge_heads' is not written yet");
}

TEST(PropertyTest, JudgesARoundTripOfNan) {
  Case a_case = split_case(CaseKind::kRoundTrip);
  const Array x{{1, 1, 4}, {NAN, -0.0, INFINITY, 5e-324}};
  a_case.steps[0].arguments[0] = x;
  expect(judged(a_case, answered({x, x})), Verdict::kAccepted, "");
  Array zero = x;
  zero.data[1] = 0.0;
  expect(judged(a_case, answered({x, zero})), Verdict::kAccepted, "");
}

// A result of split_heads for x (2, 3, 4) and 2 heads.
Case larger_case(CaseKind kind) {
  return make_case("larger", kSplit, kind, {counting({2, 3, 4}), std::int64_t{2}});
}

TEST(PropertyTest, JudgesCausality) {
  const Case a_case = larger_case(CaseKind::kCausal);  // cuts 1 and 2
  const Array result = counting({2, 2, 3, 2});
  Array later = result;
  later.data[4] = 77;  // token 2 of head 0 of text 0
  expect(judged(a_case, answered({result, result, later})), Verdict::kAccepted, "");
  const CaseReport wrong = judged(a_case, answered({result, later, result}));
  expect(wrong, Verdict::kAccepted, "");
  Array earlier = result;
  earlier.data[2] = 77;  // token 1
  const CaseReport leak = judged(a_case, answered({result, result, earlier}));
  expect(leak, Verdict::kWrongAnswer,
         "other inputs from token 2 on change results before token 2: 1 of 16 values differ");
  EXPECT_EQ(leak.difference->first_index, (std::vector<std::int64_t>{0, 0, 1, 0}));
  expect(judged(a_case, answered({counting({2, 3}), result, result})), Verdict::kWrongShape,
         "expected shape (2, 2, 3, 2), got (2, 3)");
  expect(judged(a_case, answered({result, result, true})), Verdict::kRuntimeError, "the answer is no tensor");
}

TEST(PropertyTest, JudgesBatchIndependence) {
  const Case a_case = larger_case(CaseKind::kBatchIndependent);
  const Array batch = counting({2, 2, 3, 2});
  const Array first{{1, 2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  const Array second{{1, 2, 3, 2}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}};
  expect(judged(a_case, answered({batch, first, second})), Verdict::kAccepted, "");
  Array other = second;
  other.data[0] = 0;
  expect(judged(a_case, answered({batch, first, other})), Verdict::kWrongAnswer,
         "text 1 has another result among the others than alone: 1 of 12 values differ");
  expect(judged(a_case, answered({batch, batch, second})), Verdict::kWrongShape,
         "expected shape (1, 2, 3, 2), got (2, 2, 3, 2)");
}

TEST(PropertyTest, JudgesRepetitionBitForBit) {
  const Case a_case = split_case(CaseKind::kRepeatable);
  expect(judged(a_case, answered({counting({2}), counting({2})})), Verdict::kAccepted, "");
  expect(judged(a_case, answered({Array{{1}, {0.0}}, Array{{1}, {-0.0}}})), Verdict::kWrongAnswer,
         "two calls with the same arguments give different results: 1 of 1 values differ");
}

TEST(PropertyTest, JudgesThatInputsAreLeftAlone) {
  const Case a_case = split_case(CaseKind::kLeavesInputsAlone);
  RunOutcome outcome = answered({true});
  outcome.answers[0].arguments_after = a_case.steps[0].arguments;
  expect(judged(a_case, outcome), Verdict::kAccepted, "");
  std::get<Array>(outcome.answers[0].arguments_after[0]).data[3] = 9;
  expect(judged(a_case, outcome), Verdict::kWrongAnswer,
         "the call changed its argument 'x': 1 of 8 values differ");
  outcome.answers[0].arguments_after.pop_back();
  expect(judged(a_case, outcome), Verdict::kRuntimeError, "the answer has 1 of 2 arguments");
}

}  // namespace
}  // namespace grader

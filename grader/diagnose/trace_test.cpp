#include "grader/diagnose/trace.h"

#include <gtest/gtest.h>

#include <limits>

#include "grader/judge/testing.h"
#include "grader/model/uniform.h"

namespace grader {
namespace {

Array numbers(const Shape& shape, std::uint64_t seed) {
  return {shape, uniform(seed, static_cast<std::size_t>(element_count(shape)), -1, 1)};
}

Array times(Array array, double factor) {
  for (double& value : array.data) value *= factor;
  return array;
}

Operation operation(std::string name, const Array& output, int line, bool is_stage = false) {
  Operation made;
  made.name = std::move(name);
  made.output = output.shape;
  made.data = output.data;
  made.line = line;
  made.is_stage = is_stage;
  return made;
}

// Two tensors, x and w: `q` is made of both, `k` of x alone; `scores` of q and k, `result` of all.
class TraceTest : public ::testing::Test {
 protected:
  const Array q_ = numbers({2, 3}, 1), k_ = numbers({2, 3}, 2), scores_ = numbers({2, 2}, 3),
              result_ = numbers({2, 4}, 4);
  const Array other_ = numbers({2, 2}, 9);
  Road road_{.stages = {{"q", q_, {true, true}},
                        {"k", k_, {true, false}},
                        {"scores", scores_, {true, true}},
                        {"result", result_, {true, true}}},
             .shapes = {{2, 3}, {2, 2}, {2, 4}}};

  // One line a line: number, operation, `!` where it leaves the road, note.
  std::string trace(const std::vector<Operation>& operations, Verdict verdict = Verdict::kWrongAnswer,
                    std::optional<Thrown> thrown = {}, const Shape& got = {}) const {
    const Journey journey{.road = road_,
                          .operations = operations,
                          .verdict = verdict,
                          .expected_shape = {2, 4},
                          .got_shape = got,
                          .thrown = std::move(thrown),
                          .lines = 50};
    std::string text;
    for (const TraceLine& line : make_trace(journey))
      text += std::to_string(line.operation.line) + " " + line.operation.name +
              (line.leaves_the_road ? "!" : "") + (line.note.empty() ? "" : ": " + line.note) + "\n";
    return text;
  }
};

TEST_F(TraceTest, SaysWhichOperationsAreStages) {
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("reshape", other_, 8), operation("matmul", k_, 9),
                   operation("*", scores_, 10), operation("matmul", result_, 11)}),
            "7 matmul: is 'q'\n8 reshape\n9 matmul: is 'k'\n10 *: is 'scores'\n11 matmul: is 'result'\n");
}

TEST_F(TraceTest, LeavesTheRoadAtTheFirstStageThatIsMissed) {
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", k_, 8), operation("exp", k_, 9),
                   operation("matmul", other_, 10), operation("+", times(other_, 2), 11),
                   operation("matmul", times(result_, -1), 12)}),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 exp\n10 matmul!: from here on no value is 'scores' (2, "
            "2)\n11 +\n"
            "12 matmul\n");
}

TEST_F(TraceTest, BlamesTheNextOperationWhereNoneHasTheStagesShape) {
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", k_, 8),
                   operation("attention", times(result_, -1), 9)}),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 attention!: from here on no value is 'scores' (2, 2)\n");
}

TEST_F(TraceTest, BlamesNoOperationThatIsAStageItself) {
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", times(k_, -1), 8)}),
            "7 matmul: is 'q'\n8 matmul!: from here on no value is 'k' (2, 3)\n");
}

TEST_F(TraceTest, BlamesTheOperationThatTakesTheStagesBefore) {
  Operation attention = operation("attention", times(result_, -1), 10);
  attention.inputs = {{2, 3}, {2, 3}};
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", k_, 8),
                   operation("params", numbers({4, 4}, 8), 9), attention}),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 params\n"
            "10 attention!: from here on no value is 'scores' (2, 2)\n");
}

TEST_F(TraceTest, BlamesWhatComesAfterTheLastStage) {
  const std::vector<Operation> right = {operation("matmul", q_, 7), operation("matmul", k_, 8),
                                        operation("*", scores_, 9), operation("matmul", result_, 10)};
  std::vector<Operation> wrong = right;
  wrong.push_back(operation("+", times(result_, 2), 11));
  EXPECT_EQ(trace(wrong),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 *: is 'scores'\n10 matmul: is 'result'\n"
            "11 +!: 'result' was right before this\n");
  std::vector<Operation> same = right;
  same.push_back(operation("reshape", {{4, 2}, result_.data}, 11));
  EXPECT_EQ(trace(same),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 *: is 'scores'\n10 matmul: is 'result'\n11 reshape\n");
}

TEST_F(TraceTest, BlamesNoStageOnTheWayToALaterOne) {
  // Scores are right, whatever was done to get there: only the result is off.
  EXPECT_EQ(trace({operation("matmul", times(q_, -1), 7), operation("*", scores_, 8),
                   operation("matmul", times(result_, -1), 9)}),
            "7 matmul\n8 *: is 'scores'\n9 matmul!: from here on no value is 'result' (2, 4)\n");
}

TEST_F(TraceTest, AStageThatIsNotMadeFromItDoesNotExcuseAnother) {
  EXPECT_EQ(trace({operation("matmul", times(q_, -1), 7), operation("matmul", k_, 8)}),
            "7 matmul!: from here on no value is 'q' (2, 3)\n8 matmul: is 'k'\n");
}

TEST_F(TraceTest, AFactorIsNotedAndBlamedOnlyWhereItStays) {
  EXPECT_EQ(
      trace({operation("matmul", times(q_, 0.5), 7), operation("matmul", k_, 8),
             operation("matmul", other_, 9)}),
      "7 matmul: is 'q' times 0.5\n8 matmul: is 'k'\n9 matmul!: from here on no value is 'scores' (2, 2)\n");
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", k_, 8),
                   operation("*", times(scores_, 3), 9), operation("matmul", times(result_, 3), 10)}),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 *!: is 'scores' times 3; and stays so to the end\n"
            "10 matmul: is 'result' times 3\n");
}

TEST_F(TraceTest, AnotherOrderOfAxesIsNoFault) {
  const Array turned{{3, 2}, {q_.data[0], q_.data[3], q_.data[1], q_.data[4], q_.data[2], q_.data[5]}};
  EXPECT_EQ(trace({operation("transpose", turned, 7), operation("matmul", k_, 8), operation("*", scores_, 9),
                   operation("matmul", times(result_, -1), 10)}),
            "7 transpose: is 'q' with its axes in another order\n8 matmul: is 'k'\n9 *: is 'scores'\n"
            "10 matmul!: from here on no value is 'result' (2, 4)\n");
}

TEST_F(TraceTest, SeesAStageBeforeItsMask) {
  Array masked = scores_;
  masked.data[1] = -std::numeric_limits<double>::infinity();
  road_.stages[2].value = masked;
  Array half_masked = scores_;
  half_masked.data[2] = -std::numeric_limits<double>::infinity();
  const std::vector<Operation> before = {operation("matmul", q_, 7), operation("matmul", k_, 8),
                                         operation("matmul", times(scores_, 2), 9),
                                         operation("/", scores_, 10)};
  std::vector<Operation> wrong = before;
  wrong.push_back(operation("+", half_masked, 11));
  EXPECT_EQ(trace(wrong),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 matmul\n10 /: is 'scores' where that is finite\n"
            "11 +!: from here on no value is 'scores' (2, 2)\n");
  std::vector<Operation> right = before;
  right.push_back(operation("+", masked, 11));
  right.push_back(operation("matmul", result_, 12));
  EXPECT_EQ(
      trace(right),
      "7 matmul: is 'q'\n8 matmul: is 'k'\n9 matmul\n10 /\n11 +: is 'scores'\n12 matmul: is 'result'\n");
}

TEST_F(TraceTest, SeesStagesInsideOfGivenCode) {
  EXPECT_EQ(trace({operation("matmul", q_, 7), operation("matmul", k_, 8),
                   operation("attention", times(result_, -1), 9), operation("scores", scores_, 9, true)}),
            "7 matmul: is 'q'\n8 matmul: is 'k'\n9 attention!: from here on no value is 'result' (2, 4)\n");
}

TEST_F(TraceTest, EndsWithWhatWasThrown) {
  EXPECT_EQ(trace({operation("matmul", q_, 7)}, Verdict::kRuntimeError,
                  testing::exception("kit::ShapeError", "matmul: no\x1b", {}, 12)),
            "7 matmul: is 'q'\n12 throw!: kit::ShapeError: matmul: no\\x1B\n");
}

TEST_F(TraceTest, BlamesAShapeThatTheReferenceNeverMakes) {
  road_.stages.clear();
  const Array odd = numbers({4, 2}, 5);
  EXPECT_EQ(trace({operation("reshape", q_, 7), operation("reshape", odd, 8), operation("transpose", q_, 9)},
                  Verdict::kWrongShape, {}, {2, 3}),
            "7 reshape\n8 reshape!: the reference solution makes no such shape\n9 transpose\n");
  EXPECT_EQ(
      trace({operation("reshape", q_, 7), operation("transpose", odd, 8)}, Verdict::kWrongShape, {}, {4, 2}),
      "7 reshape\n8 transpose!: expected (2, 4) in the end\n");
  EXPECT_EQ(trace({operation("reshape", q_, 7)}, Verdict::kWrongAnswer), "7 reshape\n");
}

TEST_F(TraceTest, TrustsNoLineBeyondTheFile) {
  road_.stages.clear();
  EXPECT_EQ(trace({operation("a\nb", q_, 51), operation("+", q_, -4)}), "0 a\\nb\n0 +\n");
}

TEST_F(TraceTest, LeavesOutWhatIsTooMuch) {
  road_.stages.clear();
  const std::vector<Operation> many(1000, operation("+", q_, 3));
  const Journey journey{
      .road = road_, .operations = many, .expected_shape = {}, .got_shape = {}, .thrown = {}, .lines = 5};
  const auto lines = make_trace(journey);
  ASSERT_EQ(lines.size(), kTraceLines);
  EXPECT_EQ(lines.back().note, "600 more are left out");
  EXPECT_TRUE(lines.front().operation.data.empty());
}

TEST_F(TraceTest, MakesNoTraceOfOtherCalls) {
  Operation second = operation("+", q_, 3);
  second.call = 1;
  EXPECT_EQ(trace({second}), "");
}

TEST(RoadTest, AsksForTheCallAndThenForEachTensorChanged) {
  const std::vector<Value> arguments = {
      numbers({2, 2}, 1), NamedArrays{{"Wq", numbers({1, 2}, 2)}, {"Wk", numbers({3}, 3)}}, std::int64_t{2}};
  const Request request = road_request(testing::kForward, arguments);
  ASSERT_EQ(request.calls.size(), 4U);
  EXPECT_EQ(request.recording, Recording::kValues);
  const auto argument = [&](std::size_t call, std::size_t at) {
    return std::get<Value>(request.calls[call].arguments[at]);
  };
  EXPECT_EQ(argument(0, 0), arguments[0]);
  EXPECT_EQ(argument(0, 1), arguments[1]);
  EXPECT_NE(argument(1, 0), arguments[0]);
  EXPECT_EQ(argument(1, 1), arguments[1]);
  for (const std::size_t call : {2U, 3U}) {
    EXPECT_EQ(argument(call, 0), arguments[0]);
    const auto changed = std::get<NamedArrays>(argument(call, 1));
    EXPECT_EQ(changed[0] == std::get<NamedArrays>(arguments[1])[0], call == 3);
    EXPECT_EQ(changed[1] == std::get<NamedArrays>(arguments[1])[1], call == 2);
  }
}

TEST(RoadTest, FindsWhatEachStageDependsOn) {
  const std::vector<Value> arguments = {numbers({2}, 1), numbers({2}, 2)};
  const Request request = road_request(testing::kForward, arguments);
  RunOutcome outcome = testing::answered({numbers({2}, 3), numbers({2}, 4), numbers({2}, 5)});
  for (int call = 0; call < 3; ++call) {
    const auto add = [&](const char* name, bool changes) {
      outcome.operations.push_back(
          operation(name, numbers({1, 2}, changes ? 100 + static_cast<std::uint64_t>(call) : 6), 0, true));
      outcome.operations.back().call = call;
    };
    add("first", call == 1);
    add("second", call != 0);
  }
  const Road road = make_road(request, outcome);
  ASSERT_EQ(road.stages.size(), 2U);
  EXPECT_EQ(road.stages[0].needs, (std::vector<bool>{true, false}));
  EXPECT_EQ(road.stages[1].needs, (std::vector<bool>{true, true}));
  EXPECT_TRUE(leads_to(road, 0, 1));
  EXPECT_FALSE(leads_to(road, 1, 0));
  EXPECT_EQ(road.shapes, (std::vector<Shape>{{1, 2}, {2}}));
}

TEST(RoadTest, HasNoStagesWhereNumbersAreMissing) {
  RunOutcome outcome = testing::answered({numbers({2}, 3)});
  outcome.operations.push_back(operation("first", numbers({1, 2}, 1), 0, true));
  outcome.operations.back().data.clear();
  EXPECT_TRUE(make_road(road_request(testing::kMerge, {}), outcome).stages.empty());
  EXPECT_TRUE(make_road(road_request(testing::kMerge, {}), testing::threw({})).shapes.empty());
}

}  // namespace
}  // namespace grader

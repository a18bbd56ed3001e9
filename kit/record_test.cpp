// Tests of the recorder: what is noted, with which lines and within which limits.
#include "kit/record.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kit/caught.h"
#include "kit/given.h"
#include "kit/tensor.h"

namespace kit {
namespace {

using record::Limits;
using record::Mode;
using record::Record;

template <class Work>
Record recorded(Mode mode, Work work, const Limits& limits = {}) {
  record::start(mode, limits);
  work();
  return record::take();
}

// "name line x count"
std::string count_text(std::string operation, int line, std::int64_t count) {
  return operation.append(" ").append(std::to_string(line)).append(" x ").append(std::to_string(count));
}

std::vector<std::string> counts_of(const Record& record) {
  std::vector<std::string> result;
  for (const auto& [operation, line, count] : record.counts)
    result.push_back(count_text(operation, line, count));
  return result;
}

std::string text(const Shape& shape) {
  std::string result = "(";
  for (const std::int64_t size : shape) result.append(std::to_string(size)).append(",");
  return result.append(")");
}

// "name inputs -> output" for each operation.
std::vector<std::string> operations_of(const Record& record) {
  std::vector<std::string> result;
  for (const record::Operation& operation : record.operations) {
    std::string line = operation.name;
    for (const Shape& input : operation.inputs) line.append(" ").append(text(input));
    result.push_back(line.append(" -> ").append(text(operation.output)));
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(RecordTest, CountsEachOperationOnItsLine) {
  int line = 0;
  const Record record = recorded(Mode::kCounts, [&] {
    Tensor x = zeros({2, 3});
    line = __LINE__;
    for (std::int64_t i = 0; i < 3; ++i) x(0, i) = x(1, i) + 1;
    x = x + x;
  });
  EXPECT_EQ(counts_of(record),
            (Texts{count_text("zeros", line - 1, 1), count_text("element access", line + 1, 6),
                   count_text("+", line + 2, 1)}));
  EXPECT_TRUE(record.operations.empty());
  EXPECT_EQ(record.dropped, 0);
}

TEST(RecordTest, EveryOperationHasItsName) {
  const Tensor a = arange(4).reshape({2, 2});
  const Params params{{"W", a}};
  const struct {
    void (*call)(const Tensor& a, const Params& params);
    const char* expected;
  } cases[] = {
      {[](const Tensor&, const Params&) { (void)tensor({1}, {2}); }, "tensor -> (1,)"},
      {[](const Tensor&, const Params&) { (void)zeros({3}); }, "zeros -> (3,)"},
      {[](const Tensor&, const Params&) { (void)full({}, 1); }, "full -> ()"},
      {[](const Tensor&, const Params&) { (void)arange(5); }, "arange -> (5,)"},
      {[](const Tensor&, const Params&) { (void)eye(2); }, "eye -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)(x + x); }, "+ (2,2,) (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)(x - 1); }, "- (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)(2 * x); }, "* (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)(x / 2); }, "/ (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)-x; }, "negate (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)exp(x); }, "exp (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)log(x); }, "log (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)sqrt(x); }, "sqrt (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)maximum(x, 0); }, "maximum (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)less(x, x); }, "less (2,2,) (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)where(x, 0, x); }, "where (2,2,) (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)sum(x, 0); }, "sum (2,2,) -> (1,2,)"},
      {[](const Tensor& x, const Params&) { (void)max(x, 1); }, "max (2,2,) -> (2,1,)"},
      {[](const Tensor& x, const Params&) {
         (void)concat({x, x}, 0);
       },
       "concat (2,2,) (2,2,) -> (4,2,)"},
      {[](const Tensor& x, const Params&) { (void)matmul(x, x); }, "matmul (2,2,) (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)x.reshape({4}); }, "reshape (2,2,) -> (4,)"},
      {[](const Tensor& x, const Params&) {
         (void)x.transpose({1, 0});
       },
       "transpose (2,2,) -> (2,2,)"},
      {[](const Tensor& x, const Params&) { (void)x.slice(0, 0, 1); }, "slice (2,2,) -> (1,2,)"},
      {[](const Tensor&, const Params& p) { (void)p["W"]; }, "params -> (2,2,)"},
  };
  for (const auto& tried : cases) {
    const Record record = recorded(Mode::kShapes, [&] { tried.call(a, params); });
    EXPECT_EQ(operations_of(record), Texts{tried.expected});
    EXPECT_FALSE(record.operations.front().has_values);
    EXPECT_EQ(record.operations.front().line, record.counts.front().line);
    EXPECT_EQ(record.operations.front().name, record.counts.front().operation);
  }
}

TEST(RecordTest, ComparingIsCountedAndMakesNoShape) {
  const Tensor a = arange(2);
  const Record record = recorded(Mode::kShapes, [&] { (void)(a == a); });
  EXPECT_EQ(counts_of(record), Texts{count_text("==", __LINE__ - 1, 1)});
  EXPECT_TRUE(record.operations.empty());
}

TEST(RecordTest, KeepsValuesAndStages) {
  const Record record = recorded(Mode::kValues, [] { (void)stage("twice", 2 * arange(3)); });
  ASSERT_EQ(record.operations.size(), 2);
  EXPECT_TRUE(record.operations[1].has_values);
  EXPECT_EQ(record.operations[1].values, (std::vector<double>{0, 2, 4}));
  ASSERT_EQ(record.stages.size(), 1);
  EXPECT_EQ(record.stages[0].name, "twice");
  EXPECT_EQ(record.stages[0].line, __LINE__ - 6);
  EXPECT_EQ(record.stages[0].shape, Shape{3});
  EXPECT_EQ(record.stages[0].values, (std::vector<double>{0, 2, 4}));
}

TEST(RecordTest, StagesOfShapesHaveNoValues) {
  const Record record = recorded(Mode::kShapes, [] { (void)stage("q", arange(3)); });
  ASSERT_EQ(record.stages.size(), 1);
  EXPECT_FALSE(record.stages[0].has_values);
  EXPECT_TRUE(recorded(Mode::kCounts, [] { (void)stage("q", arange(3)); }).stages.empty());
}

TEST(RecordTest, DropsWhatIsBeyondTheLimits) {
  const auto work = [] {
    Tensor x = arange(4);
    x = x + x;
    x = (x * x).reshape({2, 2});
  };
  EXPECT_EQ(recorded(Mode::kShapes, work, {.operations = 3}).operations.size(), 3);
  EXPECT_EQ(recorded(Mode::kShapes, work, {.operations = 3}).dropped, 1);
  EXPECT_EQ(recorded(Mode::kCounts, work, {.counts = 2}).counts.size(), 2);
  EXPECT_EQ(recorded(Mode::kCounts, work, {.counts = 2}).dropped, 2);
  EXPECT_EQ(recorded(Mode::kValues, work, {.values_each = 3}).dropped, 4);
  const Record record = recorded(Mode::kValues, work, {.values = 11});
  EXPECT_EQ(record.dropped, 2);
  EXPECT_TRUE(record.operations[1].has_values);
  EXPECT_FALSE(record.operations[2].has_values);
  EXPECT_EQ(record.operations[2].output, Shape{4});
}

TEST(RecordTest, IsOffBeforeStartAndAfterTake) {
  (void)arange(3);
  EXPECT_TRUE(record::take().counts.empty());
  EXPECT_EQ(recorded(Mode::kCounts, [] { (void)arange(3); }).counts.size(), 1);
  (void)arange(3);
  EXPECT_TRUE(record::take().counts.empty());
  EXPECT_TRUE(recorded(Mode::kOff, [] { (void)arange(3); }).counts.empty());
}

// ---- Given code

Tensor doubled(Arg x) {
  internal::Given call("doubled", {x});
  return call.result(stage("inside", x.tensor() + x.tensor()));
}

Tensor quadrupled(Arg x) {
  internal::Given call("quadrupled", {x});
  return call.result(doubled(doubled(x.tensor())));
}

Tensor broken(Arg x) {
  internal::Given call("broken", {x});
  return call.result(x.tensor().reshape({7}));
}

TEST(RecordTest, GivenCodeIsOneOperationOnTheCallersLine) {
  const Tensor x = arange(2);
  const Record record = recorded(Mode::kShapes, [&] { (void)(quadrupled(x) * 1); });
  const int line = __LINE__ - 1;
  EXPECT_EQ(operations_of(record), (Texts{"quadrupled (2,) -> (2,)", "* (2,) -> (2,)"}));
  EXPECT_EQ(counts_of(record), (Texts{count_text("*", line, 1), count_text("quadrupled", line, 1)}));
  ASSERT_EQ(record.stages.size(), 2);
  EXPECT_EQ(record.stages[0].line, line);
}

TEST(RecordTest, ErrorsInGivenCodeBlameItsCaller) {
  const Tensor x = arange(2);
  const Record record = recorded(Mode::kShapes, [&] {
    const Caught error = caught<ShapeError>([&] { (void)broken(x); });
    EXPECT_EQ(error.message, "broken: reshape: the 2 numbers of shape (2) do not fit shape (7)");
    EXPECT_EQ(error.line, __LINE__ - 2);
    (void)(x + x);
  });
  EXPECT_EQ(operations_of(record), Texts{"+ (2,) (2,) -> (2,)"});
}

TEST(RecordTest, ThreadsRecordTogether) {
  const Record record = recorded(Mode::kCounts, [] {
    const auto work = [] {
      for (int i = 0; i < 500; ++i) (void)arange(1);
    };
    std::thread other(work);
    work();
    other.join();
  });
  ASSERT_EQ(record.counts.size(), 1);
  EXPECT_EQ(record.counts[0].count, 1000);
}

}  // namespace
}  // namespace kit

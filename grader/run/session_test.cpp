#include "grader/run/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "grader/run/control.h"
#include "grader/run/session_testing.h"

namespace grader {
namespace {

using sandbox::Mode;
using testing::TestModule;

const Array kX{{2}, {1, 2}};

class SessionTest : public ::testing::TestWithParam<Mode> {
 protected:
  void SetUp() override { session_ = testing::start_session(module_, GetParam()); }

  RunOutcome run(const Request& request) { return session_->run(request, RunLimits()); }
  RunOutcome run(const char* function, const std::vector<int>& numbers) {
    return run(testing::calls(module_, function, kX, numbers));
  }

  const TestModule module_ = TestModule::from_file("behaviours.cpp");
  std::unique_ptr<Session> session_;
};

std::vector<std::uint64_t> bits_of(const Array& array) {
  std::vector<std::uint64_t> bits;
  bits.reserve(array.data.size());
  for (const double number : array.data) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

TEST_P(SessionTest, AnswersKeepEveryBit) {
  const double inf = std::numeric_limits<double>::infinity();
  const Array x{{1, 7}, {-0.0, 5e-324, inf, -inf, 1e308, 0.1, std::nan("0x123")}};
  const RunOutcome outcome = run(testing::calls(module_, "identity", x, {0}));
  ASSERT_TRUE(outcome.complete);
  const Array& got = testing::tensor_of(outcome.answers[0]);
  EXPECT_EQ(got.shape, x.shape);
  EXPECT_EQ(bits_of(got), bits_of(x));
}

TEST_P(SessionTest, EveryTypeGoesInAndOut) {
  Request request;
  request.calls = {{.function = module_.index("describe"),
                    .arguments = {Value(std::string("a\nb")), Value(true), Value(0.5),
                                  Value(NamedArrays{{"v", kX}, {"w", Array{{}, {3}}}})}}};
  const RunOutcome outcome = run(request);
  ASSERT_TRUE(outcome.complete);
  EXPECT_EQ(std::get<Value>(outcome.answers[0].result), Value(std::string("a\nb yes 0.500000 3 ()")));
}

TEST_P(SessionTest, ARunsCallsShareOneProcessAndRunsShareNothing) {
  for (int i = 0; i < 3; ++i) {
    const RunOutcome outcome = run("count_calls", {0, 0});
    ASSERT_TRUE(outcome.complete);
    EXPECT_EQ(testing::tensor_of(outcome.answers[0]).data[0], 1);
    EXPECT_EQ(testing::tensor_of(outcome.answers[1]).data[0], 2);
  }
}

TEST_P(SessionTest, AResultCanBeAnArgument) {
  Request request = testing::calls(module_, "times", kX, {3, 5});
  request.calls[1].arguments[0] = ResultOf{.call = 0};
  request.return_arguments = true;
  const RunOutcome outcome = run(request);
  ASSERT_TRUE(outcome.complete);
  EXPECT_EQ(testing::tensor_of(outcome.answers[1]).data, (std::vector<double>{15, 30}));
  EXPECT_EQ(outcome.answers[0].arguments_after, (std::vector<Value>{kX, std::int64_t{3}}));
  EXPECT_EQ(outcome.answers[1].arguments_after, (std::vector<Value>{Array{{2}, {3, 6}}, std::int64_t{5}}));
}

TEST_P(SessionTest, AnExceptionEndsItsCallAlone) {
  Request request = testing::calls(module_, "throw_one", kX, {0, 9, 9});
  request.calls[2].arguments[0] = ResultOf{.call = 0};
  const RunOutcome outcome = run(request);
  ASSERT_TRUE(outcome.complete);
  const auto& thrown = std::get<Thrown>(outcome.answers[0].result);
  EXPECT_EQ(thrown.type, "std::invalid_argument");
  EXPECT_EQ(thrown.message, "D and n_heads do not fit");
  EXPECT_EQ(testing::tensor_of(outcome.answers[1]), kX);
  EXPECT_EQ(std::get<Thrown>(outcome.answers[2].result).message, thrown.message);
}

TEST_P(SessionTest, ExceptionsAreDescribed) {
  struct Row {
    int kind;
    const char* type;
    std::string caught_as;
    std::string message;
    int line;
  };
  const std::vector<Row> rows = {
      {1, "(anonymous namespace)::OwnError", "std::invalid_argument", "mine", 0},
      {2, "int", "", "42", 0},
      {3, "(anonymous namespace)::NullWhat", "std::runtime_error", "", 0},
      {5, "(anonymous namespace)::HugeWhat", "std::exception", std::string(4096, 'w'), 0},
      {6, "std::bad_alloc", "std::bad_alloc", "std::bad_alloc", 0},
      {7, "kit::ShapeError", "std::logic_error",
       "matmul: shapes (2) and (2) must have at least two axes each", 701},
      {8, "kit::NotImplemented", "kit::NotImplemented", "split_heads is not written yet", 703},
  };
  for (const Row& row : rows) {
    const RunOutcome outcome = run("throw_one", {row.kind});
    ASSERT_TRUE(outcome.complete) << row.kind;
    const auto& thrown = std::get<Thrown>(outcome.answers[0].result);
    EXPECT_EQ(thrown.type, row.type);
    EXPECT_EQ(std::ranges::count(thrown.bases, row.caught_as), row.caught_as.empty() ? 0 : 1) << row.type;
    EXPECT_EQ(thrown.message, row.message) << row.type;
    EXPECT_EQ(thrown.line, row.line) << row.type;
  }
}

TEST_P(SessionTest, RecordsWhatWasCalled) {
  Request request = testing::calls(module_, "times", kX, {2, 3});
  EXPECT_TRUE(run(request).operations.empty());
  request.recording = Recording::kValues;
  const RunOutcome outcome = run(request);
  ASSERT_TRUE(outcome.complete);
  ASSERT_EQ(outcome.operations.size(), 2U);
  EXPECT_EQ(outcome.operations[1].name, "*");
  EXPECT_EQ(outcome.operations[1].call, 1);
  EXPECT_EQ(outcome.operations[1].output, Shape{2});
  EXPECT_EQ(outcome.operations[1].data, (std::vector<double>{3, 6}));
  request.recording = Recording::kCounts;
  const RunOutcome counted = run(request);
  ASSERT_EQ(counted.operations.size(), 2U);
  EXPECT_EQ(counted.operations[0].count, 1);
  EXPECT_TRUE(counted.operations[0].data.empty());
}

TEST_P(SessionTest, FreshMemoryIsNeverZeroByLuck) {
  const RunOutcome outcome = run("fresh_memory", {0});
  ASSERT_TRUE(outcome.complete);
  EXPECT_EQ(testing::tensor_of(outcome.answers[0]).data[0], 0x7f);
}

TEST_P(SessionTest, ParallelRunsKeepTheirAnswersApart) {
  const auto session = testing::start_session(module_, GetParam(), 4);
  std::vector<double> got(40);
  for (int i = 0; i < 40; ++i) {
    const bool crashes = i % 7 == 3;
    session->submit(testing::calls(module_, crashes ? "crash" : "times", kX, {i}), RunLimits(),
                    [&got, i, crashes](RunOutcome outcome) {
                      EXPECT_EQ(outcome.complete, !crashes) << i;
                      if (outcome.complete)
                        got[static_cast<std::size_t>(i)] = testing::tensor_of(outcome.answers[0]).data[1];
                    });
  }
  session->drain();
  for (int i = 0; i < 40; ++i) EXPECT_EQ(got[static_cast<std::size_t>(i)], i % 7 == 3 ? 0 : 2 * i) << i;
}

TEST_P(SessionTest, MoreAtOnceThanARunnerTakesWaitTheirTurn) {
  session_ = testing::start_session(module_, GetParam(), 1000);
  constexpr int kRuns = 2 * control::kMostRuns;
  int complete = 0;
  for (int i = 0; i < kRuns; ++i)
    session_->submit(testing::calls(module_, "times", kX, {i}), RunLimits(),
                     [&complete](const RunOutcome& outcome) { complete += outcome.complete ? 1 : 0; });
  session_->drain();
  EXPECT_EQ(complete, kRuns);
}

TEST_P(SessionTest, CancelDropsWhatWaitsAndWhatRuns) {
  int told = 0;
  for (int i = 0; i < 5; ++i)
    session_->submit(testing::calls(module_, "sleep_long", kX, {0}), RunLimits(),
                     [&told](const RunOutcome&) { ++told; });
  EXPECT_TRUE(session_->pump(std::chrono::milliseconds(1)));
  session_->cancel();
  EXPECT_FALSE(session_->pump(std::chrono::milliseconds(1)));
  EXPECT_EQ(told, 0);
  EXPECT_TRUE(run("identity", {0}).complete);
}

TEST_P(SessionTest, ADoneMaySubmitAgain) {
  int left = 5;
  std::function<void(RunOutcome)> done = [&](const RunOutcome& outcome) {
    EXPECT_TRUE(outcome.complete);
    if (--left > 0) session_->submit(testing::calls(module_, "identity", kX, {0}), RunLimits(), done);
  };
  session_->submit(testing::calls(module_, "identity", kX, {0}), RunLimits(), done);
  session_->drain();
  EXPECT_EQ(left, 0);
}

TEST_P(SessionTest, AModuleThatIsNotOneIsTheSubmissionsFault) {
  auto folder = TemporaryFolder::make("session_test");
  ASSERT_TRUE(folder);
  const auto path = folder->path() / "module.so";
  ASSERT_TRUE(write_file(path, "no module"));
  auto session = Session::start({.runner = testing::runner_path(), .module = path, .mode = GetParam()});
  ASSERT_TRUE(session) << session.error().message;
  const RunOutcome outcome = (*session)->run(testing::calls(module_, "identity", kX, {0}), RunLimits());
  EXPECT_EQ(testing::end_text(outcome), "exited 0");
  EXPECT_EQ(outcome.malformed, "the compiled code could not be loaded: file too short");
}

INSTANTIATE_TEST_SUITE_P(Modes, SessionTest, ::testing::Values(Mode::kOff, Mode::kOn),
                         [](const auto& mode) { return mode.param == Mode::kOff ? "Off" : "On"; });

}  // namespace
}  // namespace grader

// Every way in which a run can end, under the lock and without it.
#include <gtest/gtest.h>

#include <csignal>

#include "grader/run/session.h"
#include "grader/run/session_testing.h"

namespace grader {
namespace {

using sandbox::Mode;
using testing::TestModule;

const Array kX{{2}, {1, 2}};

struct Row {
  const char* function;
  int number;
  const char* end;
};

class SessionEndTest : public ::testing::TestWithParam<Mode> {
 protected:
  void check(const std::vector<Row>& rows, const RunLimits& limits) {
    const TestModule module = TestModule::from_file("behaviours.cpp");
    const auto session = testing::start_session(module, GetParam());
    for (const Row& row : rows) {
      const RunOutcome outcome = session->run(testing::calls(module, row.function, kX, {row.number}), limits);
      EXPECT_EQ(testing::end_text(outcome), row.end) << row.function << " " << row.number;
    }
    const RunOutcome after = session->run(testing::calls(module, "identity", kX, {0}), limits);
    EXPECT_EQ(testing::end_text(after), "exited 0, complete");
  }
};

TEST_P(SessionEndTest, OnlyTheRunnersOwnEndIsComplete) {
  check(
      {
          {"identity", 0, "exited 0, complete"},
          {"exit_handler", 0, "exited 0, complete"},
          {"crash", 0, "signalled 11"},
          {"exit_with", 0, "exited 0"},
          {"exit_with", 137, "exited 137"},
          {"leave_with", 0, "exited 0"},
          {"leave_with", 111, "exited 111"},
          {"call_abort", 0, "signalled 6"},
          {"raise_signal", SIGTERM, "signalled 15"},
          {"raise_signal", SIGXCPU, "signalled 24"},
          {"recurse", 0, "signalled 11"},
          {"end_thread", 0, "signalled 6"},
          {"terminate_and_exit", 0, "exited 0"},
      },
      RunLimits());
}

TEST_P(SessionEndTest, MemoryIsToldApart) {
  check(
      {
          {"grow", 0, "memory limit"},
          {"ask_for_a_terabyte", 0, "memory limit"},
          {"terabyte_nobody_catches", 0, "memory limit"},
          {"terabyte_caught", 0, "exited 0, complete"},
          {"huge_tensor", 0, "memory limit"},
          {"large_tensor", 12, "exited 0, complete"},
          {"throw_one", 6, "exited 0, complete"},  // bad_alloc thrown by hand
      },
      RunLimits());
}

TEST_P(SessionEndTest, TimeIsBounded) {
  RunLimits limits;
  limits.cpu_time = std::chrono::milliseconds(300);
  limits.wall_time = std::chrono::milliseconds(60000);
  const TestModule module = TestModule::from_file("behaviours.cpp");
  const auto session = testing::start_session(module, GetParam());
  const RunOutcome busy = session->run(testing::calls(module, "loop", kX, {0}), limits);
  EXPECT_EQ(testing::end_text(busy), "time limit");
  EXPECT_GE(busy.ended.cpu_time, limits.cpu_time);
  EXPECT_LT(busy.ended.cpu_time, 10 * limits.cpu_time);
  const RunOutcome thrown = session->run(testing::calls(module, "throw_one", kX, {4}), limits);
  EXPECT_EQ(testing::end_text(thrown), "time limit");
  limits.wall_time = std::chrono::milliseconds(1000);
  const RunOutcome idle = session->run(testing::calls(module, "sleep_long", kX, {0}), limits);
  EXPECT_EQ(testing::end_text(idle), "time limit");
  EXPECT_GE(idle.ended.wall_time, limits.wall_time);
  EXPECT_LT(idle.ended.cpu_time, limits.cpu_time);
}

INSTANTIATE_TEST_SUITE_P(Modes, SessionEndTest, ::testing::Values(Mode::kOff, Mode::kOn),
                         [](const auto& mode) { return mode.param == Mode::kOff ? "Off" : "On"; });

}  // namespace
}  // namespace grader

// Code that works against its grader: every run ends with a fitting word, and the runs after it are as good
// as new.
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "grader/run/session.h"
#include "grader/run/session_testing.h"

namespace grader {
namespace {

using sandbox::Mode;
using testing::TestModule;

const Array kX{{2}, {1, 2}};

class SessionHostileTest : public ::testing::TestWithParam<Mode> {
 protected:
  void SetUp() override { session_ = testing::start_session(module_, GetParam()); }

  RunOutcome run(const char* function, int number, const RunLimits& limits = {}) {
    return session_->run(testing::calls(module_, function, kX, {number}), limits);
  }
  double number_of(const char* function) {
    const RunOutcome outcome = run(function, 0);
    EXPECT_TRUE(outcome.complete) << function << ": " << testing::end_text(outcome);
    return outcome.complete ? testing::tensor_of(outcome.answers[0]).data[0] : -1;
  }

  const TestModule module_ = TestModule::from_file("hostile.cpp");
  std::unique_ptr<Session> session_;
};

TEST_P(SessionHostileTest, AnAnswerThatIsMadeUpIsOnlyAnAnswer) {
  const RunOutcome outcome = run("forge_all", 0);
  EXPECT_TRUE(outcome.complete);  // it is compared like any other
  EXPECT_EQ(testing::tensor_of(outcome.answers[0]).data[0], 42);
  EXPECT_EQ(testing::end_text(run("forge_all", 3)), "exited 3, complete");
}

TEST_P(SessionHostileTest, WhatIsNoAnswerIsRefused) {
  struct Row {
    const char* function;
    const char* malformed;
  };
  const std::vector<Row> rows = {
      {"write_garbage", "bytes that are no answer were written where only answers belong"},
      {"answer_early", "more answers than calls: 1 were asked for"},
      {"end_early", "60 bytes come after the end mark"},
      {"close_all", ""},
  };
  for (const Row& row : rows) {
    const RunOutcome outcome = run(row.function, 0);
    EXPECT_EQ(testing::end_text(outcome), "exited 0") << row.function;
    EXPECT_EQ(outcome.malformed, row.malformed) << row.function;
  }
}

TEST_P(SessionHostileTest, OutputIsKeptWithItsRunAndCut) {
  RunLimits limits;
  limits.output_bytes = 1000;
  const RunOutcome little = run("print", 7, limits);
  EXPECT_TRUE(little.complete);
  EXPECT_EQ(little.stdout_text, "printed 7\nstreamed 7 without an end of line");
  EXPECT_EQ(little.stderr_text, "complained 7");
  EXPECT_FALSE(little.output_cut);
  const RunOutcome more = run("write_much", 1001, limits);
  EXPECT_TRUE(more.complete);
  EXPECT_EQ(more.stdout_text, std::string(1000, 'x'));
  EXPECT_TRUE(more.output_cut);
  EXPECT_EQ(testing::end_text(run("write_much", 16000, limits)), "exited 0, complete");
  EXPECT_EQ(testing::end_text(run("write_much", 16001, limits)),
            "output limit: more than 16000 bytes on stdout");
}

TEST_P(SessionHostileTest, AFloodIsStopped) {
  EXPECT_EQ(testing::end_text(run("flood", 1)), "output limit: more than 1048576 bytes on stdout");
  EXPECT_EQ(testing::end_text(run("flood", 2)), "output limit: more than 1048576 bytes on stderr");
  EXPECT_EQ(testing::end_text(run("flood", 3)), "output limit: an answer of more than 16777216 bytes");
  const RunOutcome outcome = run("identity", 0);
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.stdout_text, "");
}

TEST_P(SessionHostileTest, AChildHoldsNothingButItsOwnChannels) {
  const RunOutcome outcome = run("open_descriptors", 0);
  ASSERT_TRUE(outcome.complete);
  EXPECT_EQ(testing::tensor_of(outcome.answers[0]).data, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(number_of("read_input"), 0);  // the end of the input
}

TEST_P(SessionHostileTest, CoinsFallAlikeEachTimeAndApartForEachCase) {
  std::vector<std::vector<double>> seen;
  for (const int number : {0, 1, 2, 3, 0, 1, 2, 3}) {
    const RunOutcome outcome = run("coins", number);
    ASSERT_TRUE(outcome.complete);
    seen.push_back(testing::tensor_of(outcome.answers[0]).data);
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(seen[i], seen[i + 4]) << i;
  for (std::size_t coin = 0; coin < 4; ++coin) {
    std::set<double> different;
    for (std::size_t i = 0; i < 4; ++i) different.insert(seen[i][coin]);
    EXPECT_GE(different.size(), 3U) << "coin " << coin;
  }
  session_ = testing::start_session(module_, GetParam());  // another process, the same places
  const RunOutcome again = run("coins", 2);
  ASSERT_TRUE(again.complete);
  EXPECT_EQ(testing::tensor_of(again.answers[0]).data, seen[2]);
}

TEST_P(SessionHostileTest, AnInputThatWasWrittenToIsSeen) {
  Request request = testing::calls(module_, "write_input", kX, {7});
  request.return_arguments = true;
  const RunOutcome outcome = session_->run(request, RunLimits());
  ASSERT_TRUE(outcome.complete);
  EXPECT_EQ(outcome.answers[0].arguments_after[0], Value(Array{{2}, {7, 2}}));
}

TEST(SessionStaticTest, InitialisersRunUnderTheSameRules) {
  struct Row {
    const char* code;
    const char* end;
    const char* malformed;
  };
  const std::vector<Row> rows = {
      {"static int leave = (std::exit(0), 0);", "exited 0", ""},
      {"static int leave = (std::abort(), 0);", "signalled 6", ""},
      {"static int leave = (throw 1, 0);", "signalled 6", ""},
      {"static int leave = [] { for (volatile int i = 0;; ++i) {} return 0; }();", "time limit", ""},
      {"static int print = std::puts(\"PASS\");", "exited 0, complete", ""},
      {"static int write_3 = write(3, \"PASS\", 4);", "exited 0",
       "bytes that are no answer were written where only answers belong"},
      {"extern int not_there; static int use = not_there;", "exited 0",
       "the compiled code could not be loaded: undefined symbol: not_there"},
  };
  RunLimits limits;
  limits.cpu_time = std::chrono::milliseconds(300);
  for (const Row& row : rows) {
    const TestModule module = TestModule::from_text(
        std::string("#include <unistd.h>\n#include <cstdio>\n#include <cstdlib>\n") + row.code);
    for (const Mode mode : {Mode::kOff, Mode::kOn}) {
      const auto session = testing::start_session(module, mode);
      const RunOutcome outcome = session->run(testing::calls(module, "identity", kX, {0}), limits);
      EXPECT_EQ(testing::end_text(outcome), row.end) << row.code;
      EXPECT_EQ(outcome.malformed, row.malformed) << row.code;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, SessionHostileTest, ::testing::Values(Mode::kOff, Mode::kOn),
                         [](const auto& mode) { return mode.param == Mode::kOff ? "Off" : "On"; });

// ---- what only the lock forbids

class SessionUnlockedTest : public SessionHostileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, SessionUnlockedTest, ::testing::Values(Mode::kOff),
                         [](const auto&) { return "Off"; });

/// Processes whose parent is this one or one of its children, by /proc: none may be left of a run.
int strays_of(const std::string& command) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const auto text = read_file(entry.path() / "comm");
    if (text && *text == command) ++count;
  }
  return count;
}

TEST_P(SessionUnlockedTest, AStrayIsEndedWithItsRunAndHoldsNothingUp) {
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(number_of("leave_a_stray"), 1);
  EXPECT_LT(std::chrono::steady_clock::now() - before,
            std::chrono::seconds(30));  // it would live for a minute
  EXPECT_TRUE(run("identity", 0).complete);
  session_.reset();
  EXPECT_EQ(strays_of("stray_of_test\n"), 0);
}

TEST_P(SessionUnlockedTest, ARunThatKillsItsRunnerIsItsOwnCause) {
  std::vector<std::string> ends(5);
  for (std::size_t i = 0; i < ends.size(); ++i)
    session_->submit(testing::calls(module_, i == 2 ? "kill_parent" : "identity", kX, {0}), RunLimits(),
                     [&ends, i](const RunOutcome& outcome) { ends[i] = testing::end_text(outcome); });
  session_->drain();
  for (std::size_t i = 0; i < ends.size(); ++i)
    EXPECT_EQ(ends[i], i == 2 ? "signalled 9" : "exited 0, complete") << i;
}

TEST_P(SessionUnlockedTest, AnswersOnAnotherChannelAreNone) {
  const RunOutcome outcome = run("swap_channels", 0);
  EXPECT_EQ(testing::end_text(outcome), "exited 0");
  EXPECT_TRUE(outcome.answers.empty());
}

TEST_P(SessionUnlockedTest, AFileOverItsLimitIsTold) {
  EXPECT_EQ(testing::end_text(run("write_file", 0)), "file limit");
}

class SessionLockedTest : public SessionHostileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, SessionLockedTest, ::testing::Values(Mode::kOn),
                         [](const auto&) { return "On"; });

TEST_P(SessionLockedTest, AForbiddenCallIsNamed) {
  EXPECT_EQ(testing::end_text(run("open_socket", 0)), "forbidden call socket");
  EXPECT_EQ(testing::end_text(run("kill_parent", 0)), "forbidden call kill");
  EXPECT_TRUE(run("identity", 0).complete);
}

TEST_P(SessionLockedTest, NoProcessAndNoFileCanBeMade) {
  EXPECT_EQ(number_of("leave_a_stray"), 0);
  EXPECT_EQ(testing::end_text(run("write_file", 0)), "exited 0, complete");
}

}  // namespace
}  // namespace grader

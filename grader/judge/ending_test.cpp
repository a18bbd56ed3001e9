#include "grader/judge/ending.h"

#include <gtest/gtest.h>

#include <csignal>

#include "grader/judge/testing.h"

namespace grader {
namespace {

using testing::ended;
using testing::exception;

Case any_case() {
  return testing::make_case("a", testing::kSplit, CaseKind::kValues, {});
}

Ended times(std::chrono::milliseconds wall, std::chrono::milliseconds cpu) {
  Ended made;
  made.how = Ended::How::kTimeLimit;
  made.wall_time = wall;
  made.cpu_time = cpu;
  return made;
}

TEST(EndingTest, SaysHowARunEnded) {
  using enum Ended::How;
  using std::chrono::milliseconds;
  RunOutcome memory = ended(kMemoryLimit);
  memory.ended.peak_memory_bytes = 300LL << 20;
  RunOutcome busy;
  busy.ended = times(milliseconds(2010), milliseconds(2000));
  RunOutcome asleep;
  asleep.ended = times(milliseconds(4003), milliseconds(12));
  RunOutcome malformed = ended(kExited, 0);
  malformed.malformed = "a shape of 9\n axes";
  RunOutcome late = ended(kExited, 7);
  late.complete = true;
  struct {
    RunOutcome outcome;
    Verdict verdict;
    std::string message;
  } const rows[] = {
      {ended(kNotStarted, 0, "no runner"), Verdict::kInternalError,
       "the grader could not run this case (no runner)"},
      {ended(kForbiddenCall, 0, "socket"), Verdict::kSecurityViolation,
       "a call that is not allowed here: 'socket'"},
      {ended(kForbiddenCall), Verdict::kSecurityViolation, "a call that is not allowed here"},
      {busy, Verdict::kTimeLimit, "no answer within 2 s of CPU time: stopped after 2 s"},
      {asleep, Verdict::kTimeLimit, "no answer within 4 s: stopped after 4.003 s, 0.012 s of it CPU time"},
      {ended(kMemoryLimit), Verdict::kMemoryLimit, "more memory than the limit of 256 MiB"},
      {memory, Verdict::kMemoryLimit, "more memory than the limit of 256 MiB, it reached 300 MiB"},
      {ended(kOutputLimit), Verdict::kOutputLimit, "it gave more output than the limit of 64 KiB"},
      {ended(kOutputLimit, 0, "more than 9 bytes on stdout"), Verdict::kOutputLimit,
       "it gave more than 9 bytes on stdout"},
      {ended(kFileLimit), Verdict::kOutputLimit, "a file larger than the limit of 0 bytes"},
      {ended(kSignalled, SIGSEGV), Verdict::kRuntimeError,
       "the program died of SIGSEGV: an access to memory that is not there"},
      {ended(kSignalled, SIGSEGV, "stack overflow"), Verdict::kRuntimeError,
       "the program died of SIGSEGV: an access to memory that is not there (stack overflow)"},
      {ended(kSignalled, SIGFPE), Verdict::kRuntimeError,
       "the program died of SIGFPE: a whole-number division by zero"},
      {ended(kSignalled, SIGABRT), Verdict::kRuntimeError, "the program died of SIGABRT: abort"},
      {ended(kSignalled, 63), Verdict::kRuntimeError, "the program died of signal 63"},
      {ended(kExited, 0), Verdict::kRuntimeError,
       "the program ended itself with exit code 0 before it answered"},
      {ended(kExited, 159), Verdict::kRuntimeError,
       "the program ended itself with exit code 159 before it answered"},
      {late, Verdict::kRuntimeError, "the program ended itself with exit code 7 before it answered"},
      {malformed, Verdict::kRuntimeError, "the answer could not be read: a shape of 9\\n axes"},
  };
  for (const auto& r : rows) {
    const auto found = judge_ending(r.outcome, any_case(), testing::manifest());
    ASSERT_TRUE(found) << r.message;
    EXPECT_EQ(found->verdict, r.verdict) << r.message;
    EXPECT_EQ(found->message, r.message);
  }
}

TEST(EndingTest, HasNothingToSayOfAGoodEnd) {
  EXPECT_FALSE(judge_ending(testing::answered({true}), any_case(), testing::manifest()));
}

TEST(EndingTest, KnowsACaseThatHasALimitOfItsOwn) {
  RunOutcome outcome;
  outcome.ended = times(std::chrono::milliseconds(120), std::chrono::milliseconds(100));
  Case a_case = any_case();
  a_case.time_limit = std::chrono::milliseconds(100);
  EXPECT_EQ(judge_ending(outcome, a_case, testing::manifest())->message,
            "no answer within 0.1 s of CPU time: stopped after 0.1 s");
}

TEST(EndingTest, SaysWhatAForbiddenCallIsFor) {
  const auto help = [](const std::string& call) {
    return judge_ending(ended(Ended::How::kForbiddenCall, 0, call), any_case(), testing::manifest())->help;
  };
  EXPECT_EQ(help("connect"), "the exercise needs nothing of the network: take out what makes this call");
  EXPECT_EQ(help("ptrace"), "the exercise needs nothing of other processes: take out what makes this call");
  EXPECT_EQ(help("openat"), "the exercise needs nothing of files: take out what makes this call");
  EXPECT_EQ(help("keyctl"), "the exercise needs nothing of the system: take out what makes this call");
}

TEST(EndingTest, JudgesExceptions) {
  const std::vector<std::string> logic{"kit::ShapeError", "std::logic_error", "std::exception"};
  struct {
    Thrown thrown;
    Verdict verdict;
    std::string message;
    std::string help;
  } const rows[] = {
      {exception("kit::NotImplemented", "split_heads",
                 {"kit::NotImplemented", "std::logic_error", "std::exception"}, 9),
       Verdict::kNotImplemented, "'split_heads' is not written yet", ""},
      {exception("kit::ShapeError", "matmul: shapes (2, 3) and (4, 5) do not fit", logic, 12),
       Verdict::kRuntimeError,
       "it threw kit::ShapeError at solution.h:12: matmul: shapes (2, 3) and (4, 5) do not fit",
       "compare the shapes in the message with those you expect on that line"},
      {exception("kit::OutOfRange", "params has no 'WQ'",
                 {"kit::OutOfRange", "std::out_of_range", "std::exception"}, 30),
       Verdict::kRuntimeError, "it threw kit::OutOfRange at solution.h:30: params has no 'WQ'", ""},
      {exception("std::bad_alloc", "std::bad_alloc", {"std::bad_alloc", "std::exception"}),
       Verdict::kMemoryLimit, "no memory left of 256 MiB: std::bad_alloc: std::bad_alloc",
       "look for a size that grows without an end, or a tensor of a wrong shape"},
      {exception("std::invalid_argument", "no",
                 {"std::invalid_argument", "std::logic_error", "std::exception"}),
       Verdict::kRuntimeError, "it threw std::invalid_argument: no",
       "these arguments are valid: look at the condition before the throw"},
      {exception("int", "", {}), Verdict::kRuntimeError, "it threw int",
       "this is no std::exception: throw one that says what is wrong"},
      {exception("Evil\x1b[2J", "::error::\n::stop", {"std::exception"}), Verdict::kRuntimeError,
       "it threw Evil\\x1B[2J: ::error::\\n::stop", ""},
      {exception("fake kit::NotImplemented", "", {"std::exception"}), Verdict::kRuntimeError,
       "it threw fake kit::NotImplemented", ""},
  };
  for (const auto& r : rows) {
    const Finding found = judge_thrown(r.thrown, "split_heads", testing::manifest());
    EXPECT_EQ(found.verdict, r.verdict) << r.message;
    EXPECT_EQ(found.message, r.message);
    EXPECT_EQ(found.help, r.help);
  }
}

TEST(EndingTest, CutsLongTexts) {
  const Finding found = judge_thrown(exception("T", std::string(100000, 'x'), {}), "f", testing::manifest());
  EXPECT_LT(found.message.size(), 400U);
}

TEST(EndingTest, LetsTheLanguageDecideTypes) {
  const Thrown derived =
      exception("student::TooMany", "", {"std::invalid_argument", "std::logic_error", "std::exception"});
  EXPECT_TRUE(can_be_caught_as(derived, "std::invalid_argument"));
  EXPECT_TRUE(can_be_caught_as(derived, "student::TooMany"));
  EXPECT_FALSE(can_be_caught_as(derived, "std::out_of_range"));
  const Thrown lookalike = exception("std::invalid_argument", "", {"std::exception"});
  EXPECT_FALSE(can_be_caught_as(lookalike, "std::invalid_argument"));
}

TEST(EndingTest, WritesSizesAndTimes) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(256LL << 20), "256 MiB");
  EXPECT_EQ(bytes_text(5LL << 40), "5120 GiB");
  EXPECT_EQ(time_text(std::chrono::milliseconds(4000)), "4 s");
  EXPECT_EQ(time_text(std::chrono::milliseconds(12)), "0.012 s");
}

}  // namespace
}  // namespace grader

#include "grader/run/run_end.h"

#include <gtest/gtest.h>

#include <csignal>

namespace grader {
namespace {

using control::Killed;
using How = Ended::How;

constexpr std::int64_t kMiB = 1LL << 20;

int exited(int code) {
  return code << 8;
}
int died(int signal) {
  return signal;
}

struct Row {
  const char* name;
  Killed killed;
  int wait_status;
  std::int64_t cpu_ms;
  std::int64_t peak_bytes;
  RunSigns signs;
  How how;
  int code;
};

const RunSigns kNone{};
const RunSigns kRefused{.too_much = "", .memory_ran_out = true, .threw_bad_alloc = false};
const RunSigns kThrew{.too_much = "", .memory_ran_out = false, .threw_bad_alloc = true};
const RunSigns kRefusedAndThrew{.too_much = "", .memory_ran_out = true, .threw_bad_alloc = true};
const RunSigns kFlood{.too_much = "stdout", .memory_ran_out = false, .threw_bad_alloc = false};

// The limits are 2 s of CPU time and 256 MiB.
const std::vector<Row> kRows = {
    {"ends well", Killed::kNot, exited(0), 1, 9 * kMiB, kNone, How::kExited, 0},
    {"exit code", Killed::kNot, exited(139), 1, 9 * kMiB, kNone, How::kExited, 139},
    {"crash", Killed::kNot, died(SIGSEGV), 1, 9 * kMiB, kNone, How::kSignalled, SIGSEGV},
    {"abort", Killed::kNot, died(SIGABRT), 1, 9 * kMiB, kNone, How::kSignalled, SIGABRT},
    {"forbidden call", Killed::kForbiddenCall, died(SIGKILL), 1, 9 * kMiB, kNone, How::kForbiddenCall,
     SIGKILL},
    {"forbidden call after a flood", Killed::kForbiddenCall, died(SIGKILL), 1, 9 * kMiB, kFlood,
     How::kForbiddenCall, SIGKILL},
    {"forbidden call without a listener", Killed::kNot, died(SIGSYS), 1, 9 * kMiB, kNone, How::kForbiddenCall,
     SIGSYS},
    {"wall time", Killed::kWallTime, died(SIGKILL), 1, 9 * kMiB, kNone, How::kTimeLimit, SIGKILL},
    {"CPU time", Killed::kCpuTime, died(SIGKILL), 2001, 9 * kMiB, kNone, How::kTimeLimit, SIGKILL},
    {"CPU time by the kernel", Killed::kNot, died(SIGXCPU), 1950, 9 * kMiB, kNone, How::kTimeLimit, SIGXCPU},
    {"CPU time by the kernel's last word", Killed::kNot, died(SIGKILL), 3000, 9 * kMiB, kNone,
     How::kTimeLimit, SIGKILL},
    {"SIGXCPU raised by hand", Killed::kNot, died(SIGXCPU), 5, 9 * kMiB, kNone, How::kSignalled, SIGXCPU},
    {"file", Killed::kNot, died(SIGXFSZ), 1, 9 * kMiB, kNone, How::kFileLimit, SIGXFSZ},
    {"flood", Killed::kByOrder, died(SIGKILL), 1, 9 * kMiB, kFlood, How::kOutputLimit, 0},
    {"flood that ended by itself", Killed::kNot, exited(0), 1, 9 * kMiB, kFlood, How::kOutputLimit, 0},
    {"memory watch", Killed::kMemory, died(SIGKILL), 1, 300 * kMiB, kNone, How::kMemoryLimit, SIGKILL},
    {"killed at the limit", Killed::kNot, died(SIGKILL), 1, 250 * kMiB, kNone, How::kMemoryLimit, SIGKILL},
    {"killed far from it", Killed::kNot, died(SIGKILL), 1, 9 * kMiB, kNone, How::kSignalled, SIGKILL},
    {"crash near the limit", Killed::kNot, died(SIGSEGV), 1, 224 * kMiB, kNone, How::kMemoryLimit, SIGSEGV},
    {"crash a little farther", Killed::kNot, died(SIGSEGV), 1, 223 * kMiB, kNone, How::kSignalled, SIGSEGV},
    {"other signal near the limit", Killed::kNot, died(SIGFPE), 1, 250 * kMiB, kNone, How::kSignalled,
     SIGFPE},
    {"abort after a refusal", Killed::kNot, died(SIGABRT), 1, 9 * kMiB, kRefused, How::kMemoryLimit, SIGABRT},
    {"refusal that was caught", Killed::kNot, exited(0), 1, 9 * kMiB, kRefused, How::kExited, 0},
    {"bad_alloc after a refusal", Killed::kNot, exited(0), 1, 9 * kMiB, kRefusedAndThrew, How::kMemoryLimit,
     0},
    {"bad_alloc near the limit", Killed::kNot, exited(0), 1, 250 * kMiB, kThrew, How::kMemoryLimit, 0},
    {"bad_alloc by hand", Killed::kNot, exited(0), 1, 9 * kMiB, kThrew, How::kExited, 0},
};

TEST(RunEndTest, EveryEndHasItsWord) {
  for (const Row& row : kRows) {
    control::Report report{.id = 1, .ready = true, .killed = row.killed, .wait_status = row.wait_status};
    report.wall_us = 1500;
    report.cpu_us = row.cpu_ms * 1000;
    report.peak_bytes = row.peak_bytes;
    control::set_text(report, row.killed == Killed::kForbiddenCall ? "socket" : "");
    const Ended ended = run_end(report, RunLimits(), row.signs);
    EXPECT_EQ(ended.how, row.how) << row.name;
    EXPECT_EQ(ended.code, row.code) << row.name;
    EXPECT_EQ(ended.detail, row.killed == Killed::kForbiddenCall ? "socket" : row.signs.too_much.substr(0))
        << row.name;
    EXPECT_EQ(ended.wall_time.count(), 1) << row.name;
    EXPECT_EQ(ended.cpu_time.count(), row.cpu_ms) << row.name;
    EXPECT_EQ(ended.peak_memory_bytes, row.peak_bytes) << row.name;
  }
}

TEST(RunEndTest, ASetupThatFailedIsOurs) {
  control::Report report{.id = 1, .ready = false, .killed = Killed::kNot, .wait_status = exited(111)};
  EXPECT_EQ(run_end(report, RunLimits(), kNone).how, How::kNotStarted);
  EXPECT_EQ(run_end(report, RunLimits(), kNone).detail, "the process ended before it was ready");
  control::set_text(report, "cannot limit memory");
  EXPECT_EQ(run_end(report, RunLimits(), kFlood).how, How::kNotStarted);
  EXPECT_EQ(run_end(report, RunLimits(), kFlood).detail, "cannot limit memory");
}

}  // namespace
}  // namespace grader

#include "grader/run/run_end.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>

namespace grader {
namespace {

using How = Ended::How;
using control::Killed;

// The kernel counts by clock ticks on its way to the signal, and those run ahead of the measured time on a
// machine that is shared: A signal of the code's own making comes long before that.
bool used_its_cpu_time(const control::Report& report, const RunLimits& limits) {
  return std::chrono::microseconds(report.cpu_us) * 2 >= limits.cpu_time;
}

bool used_its_memory(const control::Report& report, const RunLimits& limits, const RunSigns& signs) {
  constexpr std::array kDeathsByMemory{SIGKILL, SIGSEGV, SIGBUS, SIGABRT, SIGTRAP};
  const int status = report.wait_status;
  const bool died = WIFSIGNALED(status) && std::ranges::count(kDeathsByMemory, WTERMSIG(status)) > 0;
  if (!died && !signs.threw_bad_alloc) return false;
  return signs.memory_ran_out || report.peak_bytes >= limits.memory_bytes / 8 * 7;
}

/// Where the runner killed it, or never got to start it.
Ended by_runner(Ended ended, const control::Report& report) {
  switch (report.killed) {
    case Killed::kForbiddenCall:
      ended.how = How::kForbiddenCall;
      break;
    case Killed::kWallTime:
      ended.how = How::kTimeLimit;
      break;
    case Killed::kCpuTime:
      ended.how = How::kTimeLimit;
      break;
    case Killed::kMemory:
      ended.how = How::kMemoryLimit;
      break;
    case Killed::kByOrder:
      ended.how = How::kSignalled;
      break;
    case Killed::kNot:
      break;
  }
  ended.code = SIGKILL;
  if (report.killed == Killed::kForbiddenCall) ended.detail = report.text.data();
  return ended;
}

Ended by_signal(Ended ended, const control::Report& report, const RunLimits& limits) {
  ended.code = WTERMSIG(report.wait_status);
  ended.how = How::kSignalled;
  if (ended.code == SIGSYS) ended.how = How::kForbiddenCall;
  if (ended.code == SIGXFSZ) ended.how = How::kFileLimit;
  if ((ended.code == SIGXCPU || ended.code == SIGKILL) && used_its_cpu_time(report, limits))
    ended.how = How::kTimeLimit;
  return ended;
}

}  // namespace

Ended run_end(const control::Report& report, const RunLimits& limits, const RunSigns& signs) {
  using std::chrono::microseconds;
  using std::chrono::milliseconds;
  Ended ended;
  ended.wall_time = std::chrono::duration_cast<milliseconds>(microseconds(report.wall_us));
  ended.cpu_time = std::chrono::duration_cast<milliseconds>(microseconds(report.cpu_us));
  ended.peak_memory_bytes = report.peak_bytes;
  if (!report.ready) {
    const std::string why = report.text.data();
    ended.how = How::kNotStarted;
    ended.detail = why.empty() ? "the process ended before it was ready" : why;
    return ended;
  }
  if (report.killed == Killed::kForbiddenCall) return by_runner(ended, report);
  if (!signs.too_much.empty()) {
    ended.how = How::kOutputLimit;
    ended.detail = signs.too_much;
    return ended;
  }
  if (report.killed != Killed::kNot) return by_runner(ended, report);
  if (WIFSIGNALED(report.wait_status)) ended = by_signal(ended, report, limits);
  const bool open = ended.how == How::kExited || ended.how == How::kSignalled;
  if (open && used_its_memory(report, limits, signs)) {
    ended.how = How::kMemoryLimit;
  } else if (ended.how == How::kExited) {
    ended.code = WEXITSTATUS(report.wait_status);
  }
  return ended;
}

}  // namespace grader

// A submission's runner, seen from the grader: starts once, then runs each request in a fresh child.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "grader/base/error.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"
#include "grader/sandbox/sandbox.h"

namespace grader {

/// stdout and stderr are kept up to their limit, read and dropped up to this many times it, and beyond that
/// the run is ended as kOutputLimit.
inline constexpr std::int64_t kOutputKillFactor = 16;

/// Bounds of one run (one child).
struct RunLimits {
  std::chrono::milliseconds cpu_time{2000};
  std::chrono::milliseconds wall_time{4000};
  std::int64_t memory_bytes = 256LL << 20;
  std::int64_t output_bytes = 64LL << 10;  // kept of stdout and stderr, each; see kOutputKillFactor
  std::int64_t answer_bytes = 16LL << 20;  // of all answers together; beyond: kOutputLimit
  std::int64_t file_bytes = 0;
  int open_files = 16;
  std::int64_t stack_bytes = 32LL << 20;
  std::int64_t record_bytes = 8LL << 20;  // of recorded operations; beyond: none are given
};
RunLimits run_limits(const Limits& limits);

/// The lock that a session in this mode has.
Isolation isolation_of(sandbox::Mode mode);

/// Makes what all sessions of this process share, which the first one would: for a thread that waits anyway.
void make_ready_for_sessions(sandbox::Mode mode);

/// Runs requests side by side (at most `parallel` at once), each in a child forked from the prepared runner.
///
/// When the runner itself dies or falls silent, it is started again and the runs that were in it are
/// repeated, each alone. A run that ends its runner a second time, alone, is the cause: under the lock that
/// is our fault (nothing a submission may do reaches the runner), and it and all that follow are kNotStarted;
/// with Mode::kOff a submission can simply kill its parent, and the run is kSignalled.
///
/// Never raises or handles SIGPIPE, and never waits for a descriptor that a stray process holds.
class Session {
 public:
  struct Options {
    std::filesystem::path runner;  // the package's runner program
    std::filesystem::path module;  // the submission's shared object
    sandbox::Mode mode = sandbox::Mode::kOn;
    int parallel = 2;
    bool sanitized = false;  // runner and module carry AddressSanitizer
  };
  /// Starts the runner. An error is ours.
  static Result<std::unique_ptr<Session>> start(const Options& options);
  virtual ~Session() = default;  // kills what still runs

  using Done = std::function<void(RunOutcome)>;
  /// Queues a run; `done` is called from inside pump() or drain().
  virtual void submit(const Request& request, const RunLimits& limits, Done done) = 0;
  /// Handles what is ready, waiting at most `timeout`; false when nothing is queued or running.
  virtual bool pump(std::chrono::milliseconds timeout) = 0;
  /// pump until nothing is left.
  void drain() {
    while (pump(std::chrono::milliseconds(1000))) {
    }
  }
  /// Submits one run and waits for it.
  RunOutcome run(const Request& request, const RunLimits& limits);
  /// Drops what is queued and kills what runs; their `done` is not called.
  virtual void cancel() = 0;
  /// The lock that held, for the report.
  virtual const Isolation& isolation() const = 0;
};

}  // namespace grader

// One run, from its request to its outcome, as the session sees it.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grader/run/capped_pipe.h"
#include "grader/run/control.h"
#include "grader/run/session.h"

namespace grader {

/// A run that waits, and all that is needed to repeat it.
struct QueuedRun {
  std::uint64_t id = 0;
  std::string request;  // encoded
  std::size_t calls = 0;
  bool recording = false;
  RunLimits limits;
  Session::Done done;
  bool alone = false;  // it was in a runner that died: nothing else may run beside it
};

/// A run that was handed to the runner.
class ActiveRun {
 public:
  /// Makes the pipes and sends the command. An error: `run` was not taken.
  static Result<std::unique_ptr<ActiveRun>> start(QueuedRun& run, int control_socket);

  std::uint64_t id() const { return run_.id; }
  const QueuedRun& queued() const { return run_; }
  QueuedRun take_queued() { return std::move(run_); }
  /// When the runner should have told its end long ago.
  std::chrono::steady_clock::time_point overdue() const { return overdue_; }

  /// Until then nobody need look at its pipes: most runs are over by then, and what they wrote fits in.
  std::chrono::steady_clock::time_point quiet_until() const { return quiet_until_; }

  static constexpr std::size_t kPipes = 4;
  void add_to_poll(std::vector<pollfd>& fds, std::chrono::steady_clock::time_point now) const;
  /// Reads what came by what poll() said. True when the run is over a limit of output and was not so before:
  /// it is to be killed.
  bool read_pipes(std::span<const pollfd, kPipes> polled);
  /// What it left behind. REQUIRES: the runner has told its end.
  RunOutcome finish(const control::Report& report);

 private:
  enum Pipe { kAnswer, kStdout, kStderr, kRecord };

  struct Ends;  // what goes to the runner
  explicit ActiveRun(QueuedRun run) : run_(std::move(run)) {}
  Result<void> open_pipes(Ends& ends);
  std::string output_over_limit() const;

  QueuedRun run_;
  std::array<CappedPipe, kPipes> pipes_;
  std::string too_much_;
  std::chrono::steady_clock::time_point overdue_;
  std::chrono::steady_clock::time_point quiet_until_;
};

}  // namespace grader

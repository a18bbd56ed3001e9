// A running child, as its runner watches it.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>

#include "grader/base/unique_fd.h"
#include "grader/run/child.h"
#include "grader/run/control.h"

namespace grader {

/// Bounds wall time exactly, CPU time to a millisecond or so (the kernel's own limit counts whole seconds),
/// and for sanitized programs, which can have no limit of address space, resident memory to what 10 ms add to
/// it.
class WatchedChild {
 public:
  using Clock = std::chrono::steady_clock;

  struct Descriptors {
    UniqueFd pidfd;
    UniqueFd listener_socket;  // the listener comes over it; none: there is no lock to wait for
  };
  WatchedChild(const control::Command& command, pid_t pid, Descriptors descriptors, StartSlot* slot,
               bool watch_memory);
  /// Kills and reaps what still runs.
  ~WatchedChild();
  WatchedChild(const WatchedChild&) = delete;
  WatchedChild& operator=(const WatchedChild&) = delete;

  std::uint64_t id() const { return command_.id; }
  pid_t pid() const { return pid_; }
  StartSlot* slot() const { return slot_; }
  /// Readable once the process has ended.
  int end_fd() const { return fds_.pidfd.get(); }
  /// Readable when the listener comes, and then when a forbidden call waits; -1 when there is none.
  int listener_fd() const;
  /// What poll() said of listener_fd().
  void on_listener(short events);
  /// Kills the child where it is over a limit. Returns when to ask again.
  Clock::time_point check_limits();
  void kill(control::Killed why);
  /// REQUIRES: the process has ended. Ends what it left in its session, reaps it, and tells how it ended.
  control::Report take_end();

 private:
  std::chrono::microseconds cpu_time() const;
  std::int64_t resident_bytes() const;

  control::Command command_;
  pid_t pid_ = -1;
  Descriptors fds_;
  UniqueFd listener_;
  UniqueFd statm_;
  StartSlot* slot_;
  Clock::time_point started_ = Clock::now();
  control::Killed killed_ = control::Killed::kNot;
  std::array<char, 64> forbidden_call_{};
};

}  // namespace grader

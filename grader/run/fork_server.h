// The runner's loop: takes requests, forks a child for each, watches them, reports their ends.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/run/child.h"
#include "grader/run/control.h"
#include "grader/run/watched_child.h"

namespace grader {

/// Never loads a module itself, and writes nothing to stdout. The grader decides how many run at once.
/// Takes no memory from the heap while it serves: its children start with a copy of its heap, and what they
/// find there must not depend on how many ran before and when, see scatter.h.
class ForkServer {
 public:
  static constexpr std::size_t kMostChildren = control::kMostRuns;

  /// The lock of `setup` is prepared, see lock.h, with the call filter that comes first over `control`. An
  /// error: the machine lacks something.
  static Result<std::unique_ptr<ForkServer>> make(UniqueFd control, ChildSetup setup);

  ForkServer(ForkServer&&) = delete;

  /// Until the grader closes its end; no child outlives it.
  void serve();

 private:
  ForkServer(UniqueFd control, ChildSetup setup, UniqueFd empty_input);

  /// False when the grader is gone.
  bool take_commands();
  void start_child(control::Received received);
  void fork_child(std::size_t place, const ChildTask& task, UniqueFd listener_socket);
  void kill_child(std::uint64_t id);
  void wait_for_event(std::chrono::steady_clock::time_point until);
  void collect_ends();
  std::chrono::steady_clock::time_point check_limits();
  bool runs(pid_t pid) const;
  void refuse(std::uint64_t id, std::string_view why) const;

  UniqueFd control_;
  ChildSetup setup_;
  UniqueFd empty_input_;
  void* slots_ = nullptr;  // kMostChildren StartSlot, shared with the children
  std::array<std::optional<WatchedChild>, kMostChildren> children_;  // each with the slot of its number
};

}  // namespace grader

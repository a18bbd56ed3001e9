// A child of the runner: one request, in a process of its own, from the fork to its end.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>

#include "grader/run/control.h"
#include "grader/sandbox/lock.h"

namespace grader {

/// What all children have in common, known to the runner before it forks.
struct ChildSetup {
  std::filesystem::path module;   // absolute
  std::uint64_t module_mark = 0;  // drawn from the module's bytes, see scatter.h
  sandbox::Mode mode = sandbox::Mode::kOn;
  bool sanitized = false;
  int empty_input = -1;  // a pipe without a writer: stdin
  // What prepare_lock keeps open for lock_child: the numbers from `lock_first` up to, not including,
  // `lock_end`.
  int lock_first = 0;
  int lock_end = 0;
};

/// How far a child got, in memory that it shares with the runner and gives up before it loads the module: so
/// "our setup failed" is never taken from a student's code.
struct StartSlot {
  std::atomic<bool> ready{false};
  std::array<char, 255> failure{};
};

struct ChildTask {
  control::Command command;
  std::array<int, control::kMostDescriptors> descriptors{};  // -1: none
  int listener_socket = -1;
  StartSlot* slot = nullptr;
  void* slots = nullptr;  // the whole mapping that holds slot
  std::size_t slots_bytes = 0;
};

/// The lock that a child of this command takes.
sandbox::ChildLock child_lock(const ChildSetup& setup, const control::Command& command);

/// Runs the request and ends the process: 0 once all is answered, whatever the code does else.
///
/// In this order: descriptors (stdin, stdout, stderr, 3 the answers, 4 the record when recording; all others
/// are closed), the request is read, memory is scattered (scatter.h), the lock is taken, the shared slot is
/// given up, and only then the module is loaded, so that its static initialisers run under the lock. Each
/// call is answered as soon as it ends; after the last one come the flush of stdout and stderr, and the end
/// mark. REQUIRES: called in a fresh fork, descriptors 3 to 15 are not among those of the task.
[[noreturn]] void run_child(const ChildSetup& setup, const ChildTask& task) noexcept;

}  // namespace grader

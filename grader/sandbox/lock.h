// The last lock: what the runner's child puts on itself after the fork, before it loads the student's module.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/sandbox/sandbox.h"

namespace grader::sandbox {

struct ChildLock {
  std::chrono::milliseconds cpu_time{2000};  // rounded up to whole seconds, as the kernel counts
  std::int64_t memory_bytes = 256LL << 20;   // of address space; not applied when sanitized
  std::int64_t file_bytes = 0;
  std::int64_t stack_bytes = 32LL << 20;
  int open_files = 16;
  std::filesystem::path
      module;  // absolute, as the child sees it; the one file it may read beside system libraries
  int listener_socket = -1;  // a unix socket to the runner; closed by lock_child
  bool sanitized = false;    // AddressSanitizer: no memory limit, /proc/self and more calls are open
  Mode mode = Mode::kOn;     // kOff: the limits only
};

/// The call filter that every child takes, as bytes for prepare_lock of another process: to make it costs
/// most of a millisecond, to load it a twentieth, so a process makes it once.
const Result<std::string>& child_filter(bool sanitized);

/// Makes what every child's lock has in common (call filter, Landlock rules), once, in the runner before it
/// forks. Children of a runner that never called it make it themselves, at some ten times the cost.
/// `filter`: what child_filter made, by a grader of this very version; empty: it is made here.
Result<void> prepare_lock(const ChildLock& lock, std::string_view filter = {});

/// Takes the lock upon the calling process, for good: limits, no new privileges, no files but the system's
/// libraries and the module, and the calls of call_table.h. The listener goes over `listener_socket`, which
/// is closed. After an error the caller must end: some of the lock may already hold. REQUIRES: one thread;
/// every descriptor that the child needs is already open.
Result<void> lock_child(const ChildLock& lock);

/// In the runner: the listener of a child that is taking its lock, from the other end of `listener_socket`.
/// Empty where none can be had (a listener is already in use around us, or Mode::kOff): then a forbidden call
/// ends the child by SIGSYS. Blocks until the child has sent it or has ended.
Result<UniqueFd> receive_listener(int socket);

/// The system call that waits for an answer on a listener: `socket`, or `call 999` where it has no name; ""
/// if none. The caller kills the child: the call is never let through. Does not block.
std::string take_forbidden_call(int listener_fd);

}  // namespace grader::sandbox

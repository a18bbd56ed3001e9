// The system calls of a submission's process, one by one: let through, refused with an errno, or a violation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/sandbox/seccomp_filter.h"

namespace grader::sandbox {

/// Stand in the filter for what is known only after the fork: the process's own id, and the descriptor over
/// which the listener leaves. One call is open for that descriptor; it is closed before any student's code
/// runs, and whatever takes its number later is a file opened to read, which that call refuses.
inline constexpr std::uint32_t kOwnPid = 0x5AFE91D0;
inline constexpr std::uint32_t kListenerSocket = 0x5AFE50C0;

/// The rules of the child's filter; a forbidden call waits for the listener (SCMP_ACT_NOTIFY).
///
/// Let through: computing, memory, time, waiting, own signals, reading and writing open descriptors, opening
/// to read (Landlock and the root decide which file). An errno: what honest code does without thinking of it:
/// other files (EACCES), threads and processes (EAGAIN), descriptors, limits, names (EPERM), a terminal's
/// settings (ENOTTY). A violation: all else that libseccomp knows by name: sockets, other processes, starting
/// programs, mounts and namespaces, shared memory, keyrings, memory files, io_uring, tracing, users and
/// capabilities. A number newer than libseccomp's table is told ENOSYS, as on an older kernel: the C library
/// falls back by itself. `sanitized` lets through what AddressSanitizer's report needs.
std::vector<CallRule> child_rules(bool sanitized);

/// The filter over child_rules, all else ENOSYS; in short_filter's form, as each child pays for its length.
Result<Filter> build_child_filter(bool sanitized);

/// The same where no listener can be had: a forbidden call ends the process by SIGSYS.
Filter kill_instead(Filter filter);

/// Puts the real numbers in the place of the two above.
void fill_in(Filter& filter, std::uint32_t own_pid, std::uint32_t listener_socket);

}  // namespace grader::sandbox

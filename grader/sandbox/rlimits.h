// Resource limits of the calling process.
#pragma once

#include <chrono>
#include <cstdint>

namespace grader::sandbox {

/// What one process may use; a negative number leaves that limit as it is.
struct ProcessLimits {
  std::chrono::milliseconds cpu_time{-1};
  std::int64_t address_bytes = -1;
  std::int64_t file_bytes = -1;
  std::int64_t stack_bytes = -1;
  std::int64_t open_files = -1;
  std::int64_t processes = -1;
};

/// The limit of CPU time in whole seconds, rounded up, at least 1: the kernel counts no finer.
std::int64_t cpu_seconds(std::chrono::milliseconds cpu_time);

/// Applies them, and forbids core dumps, locked memory and message queues. Returns the name of the limit that
/// was refused (errno says why), or nullptr. Allocates nothing. A limit above the hard one becomes the hard
/// one.
const char* apply_limits(const ProcessLimits& limits);

}  // namespace grader::sandbox

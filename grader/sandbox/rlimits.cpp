#include "grader/sandbox/rlimits.h"

#include <sys/resource.h>

#include <algorithm>

namespace grader::sandbox {
namespace {

bool set_limit(int resource, std::int64_t soft, std::int64_t hard) {
  if (soft < 0) return true;
  struct rlimit now {};
  const auto which = static_cast<__rlimit_resource_t>(resource);
  if (::getrlimit(which, &now) != 0) return false;
  const struct rlimit wanted {
    std::min(static_cast<rlim_t>(soft), now.rlim_max), std::min(static_cast<rlim_t>(hard), now.rlim_max)
  };
  return ::setrlimit(which, &wanted) == 0;
}

}  // namespace

std::int64_t cpu_seconds(std::chrono::milliseconds cpu_time) {
  return std::max<std::int64_t>(1, (cpu_time.count() + 999) / 1000);
}

const char* apply_limits(const ProcessLimits& limits) {
  const std::int64_t cpu = limits.cpu_time.count() < 0 ? -1 : cpu_seconds(limits.cpu_time);
  // One second between the soft limit and the hard one: SIGXCPU tells a CPU limit from any other SIGKILL.
  if (!set_limit(RLIMIT_CPU, cpu, cpu + 1)) return "cpu time";
  if (!set_limit(RLIMIT_AS, limits.address_bytes, limits.address_bytes)) return "memory";
  if (!set_limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes)) return "file size";
  if (!set_limit(RLIMIT_STACK, limits.stack_bytes, limits.stack_bytes)) return "stack";
  if (!set_limit(RLIMIT_NOFILE, limits.open_files, limits.open_files)) return "open files";
  if (!set_limit(RLIMIT_NPROC, limits.processes, limits.processes)) return "processes";
  if (!set_limit(RLIMIT_CORE, 0, 0)) return "core dumps";
  if (!set_limit(RLIMIT_MEMLOCK, 0, 0)) return "locked memory";
  if (!set_limit(RLIMIT_MSGQUEUE, 0, 0)) return "message queues";
  return nullptr;
}

}  // namespace grader::sandbox

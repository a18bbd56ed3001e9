#include "grader/class/memory_budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace grader {
namespace fs = std::filesystem;
namespace {

// While the grader judges one run, the next is under way.
constexpr int kRunsBeside = 2;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

// `max`, a number of bytes, or no such file.
std::int64_t limit_in(const fs::path& file) {
  std::ifstream in(file);
  std::int64_t bytes = 0;
  return in >> bytes && bytes > 0 ? bytes : kUnlimited;
}

// The smallest limit of the cgroup that this process is in and of those above it.
std::int64_t cgroup_memory() {
  std::ifstream in("/proc/self/cgroup");
  std::int64_t least = kUnlimited;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("0::/")) continue;
    for (fs::path below = line.substr(4);; below = below.parent_path()) {
      least = std::min(least, limit_in(fs::path("/sys/fs/cgroup") / below / "memory.max"));
      if (below.empty()) break;
    }
  }
  return least;
}

std::string size_text(std::int64_t bytes) {
  return fmt::format("{} MiB", bytes >> 20);
}

}  // namespace

std::int64_t machine_memory() {
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES);
  const std::int64_t bytes = pages > 0 ? pages * ::sysconf(_SC_PAGESIZE) : kUnlimited;
  return std::min(bytes, cgroup_memory()) / 10 * 9;
}

Result<Room> room_for(const Limits& limits, int jobs, std::int64_t memory_bytes, int submissions) {
  const std::int64_t budget = memory_bytes > 0 ? memory_bytes : machine_memory();
  const std::int64_t one = std::max(limits.compile_memory_bytes, kRunsBeside * limits.memory_bytes);
  if (memory_bytes > 0 && one > memory_bytes)
    return fail(fmt::format("--memory {} is too little: by the exercise's limits one submission may take {}",
                            size_text(memory_bytes), size_text(one)));
  const auto fit = std::clamp<std::int64_t>(budget / one, 1, jobs);
  Room room;
  room.submissions = static_cast<int>(std::clamp<std::int64_t>(submissions, 1, fit));
  const std::int64_t runs_fit = budget / room.submissions / std::max<std::int64_t>(limits.memory_bytes, 1);
  const int wanted = std::max(kRunsBeside, jobs / room.submissions);
  room.runs = static_cast<int>(std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(runs_fit, 1)));
  return room;
}

}  // namespace grader

#include "grader/compile/compile_ending.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/base/text.h"

namespace grader {
namespace {

using How = Ended::How;

constexpr const char* kSmaller = "make the file smaller: such limits are far above what the exercise needs";

double seconds(std::chrono::milliseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

Explanation out_of_time(const Ended& ended, const Limits& limits) {
  if (ended.wall_time >= limits.compile_wall)
    return {fmt::format("compiling took {:.1f} s, and {:g} s are allowed", seconds(ended.wall_time),
                        seconds(limits.compile_wall)),
            kSmaller};
  return {fmt::format("compiling took more than {:g} s of processor time ({:.1f} s were used)",
                      seconds(limits.compile_cpu),
                      std::max(seconds(ended.cpu_time), seconds(limits.compile_cpu))),
          kSmaller};
}

Explanation out_of_memory(const Ended& ended, const Limits& limits) {
  std::string used;
  if (ended.peak_memory_bytes > 0) used = fmt::format(" ({} MiB were in use)", ended.peak_memory_bytes >> 20);
  return {
      fmt::format("compiling needs more than {} MiB of memory{}", limits.compile_memory_bytes >> 20, used),
      kSmaller};
}

Explanation too_large(const Limits& limits) {
  return {fmt::format("the compiled file is larger than {} MiB", limits.compile_file_bytes >> 20), kSmaller};
}

Explanation broke() {
  return {"the compiler itself broke on this file",
          "the fault is the compiler's; simplify what is unusual in the file"};
}

struct Row {
  std::string_view part;
  How how;
};
constexpr Row kSaid[] = {
    {"CPU time limit exceeded", How::kTimeLimit},
    {"File size limit exceeded", How::kFileLimit},
    {"File too large", How::kFileLimit},
    {"No space left on device", How::kFileLimit},
    {"file truncated", How::kFileLimit},
    {"out of memory", How::kMemoryLimit},
    {"memory exhausted", How::kMemoryLimit},
    {"Cannot allocate memory", How::kMemoryLimit},
    {"bad_alloc", How::kMemoryLimit},
    {"Killed signal terminated program", How::kMemoryLimit},
    {"signal terminated program", How::kSignalled},
    {"internal compiler error", How::kSignalled},
};

// The driver ends by itself after one of its programs was killed, and says so.
How real_end(const Ended& ended, const std::vector<std::string>& tool_lines) {
  if (ended.how != How::kExited) return ended.how;
  for (const Row& row : kSaid)
    for (const std::string& line : tool_lines)
      if (line.find(row.part) != std::string::npos) return row.how;
  return How::kExited;
}

}  // namespace

std::optional<Explanation> explain_ending(const Ended& ended, const std::vector<std::string>& tool_lines,
                                          const Limits& limits) {
  switch (real_end(ended, tool_lines)) {
    case How::kTimeLimit:
      return out_of_time(ended, limits);
    case How::kMemoryLimit:
      return out_of_memory(ended, limits);
    case How::kFileLimit:
      return too_large(limits);
    case How::kOutputLimit:
      return Explanation{"the compiler has too much to say about this file", kSmaller};
    case How::kForbiddenCall:
      return Explanation{fmt::format("the compiler was made to do what it may not (system call '{}')",
                                     clean_line(ended.detail)),
                         ""};
    case How::kSignalled:
      return broke();
    case How::kExited:
    case How::kNotStarted:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace grader

#include "grader/compile/compile_ending.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

using How = Ended::How;

Ended ended(How how, int wall_ms = 0, int cpu_ms = 0, std::int64_t memory = 0) {
  Ended made;
  made.how = how;
  made.code = 1;
  made.detail = "socket";
  made.wall_time = std::chrono::milliseconds(wall_ms);
  made.cpu_time = std::chrono::milliseconds(cpu_ms);
  made.peak_memory_bytes = memory;
  return made;
}

TEST(CompileEndingTest, NamesTheLimitThatWasMet) {
  struct Row {
    Ended ended;
    std::vector<std::string> tool_lines;
    const char* message;
  };
  const Row rows[] = {
      {ended(How::kTimeLimit, 20010, 19000), {}, "compiling took 20.0 s, and 20 s are allowed"},
      {ended(How::kTimeLimit, 16000, 15120),
       {},
       "compiling took more than 15 s of processor time (15.1 s were used)"},
      {ended(How::kExited, 16000),
       {"g++: internal compiler error: CPU time limit exceeded signal terminated program cc1plus"},
       "compiling took more than 15 s of processor time (15.0 s were used)"},
      {ended(How::kMemoryLimit), {}, "compiling needs more than 2048 MiB of memory"},
      {ended(How::kExited, 0, 0, 2000LL << 20),
       {"virtual memory exhausted: Cannot allocate memory"},
       "compiling needs more than 2048 MiB of memory (2000 MiB were in use)"},
      {ended(How::kExited),
       {"g++: fatal error: Killed signal terminated program cc1plus"},
       "compiling needs more than 2048 MiB of memory"},
      {ended(How::kFileLimit), {}, "the compiled file is larger than 64 MiB"},
      {ended(How::kExited),
       {"g++: internal compiler error: File size limit exceeded signal terminated program as"},
       "the compiled file is larger than 64 MiB"},
      {ended(How::kOutputLimit), {}, "the compiler has too much to say about this file"},
      {ended(How::kForbiddenCall), {}, "the compiler was made to do what it may not (system call 'socket')"},
      {ended(How::kSignalled), {}, "the compiler itself broke on this file"},
      {ended(How::kExited),
       {"g++: internal compiler error: Segmentation fault signal terminated program cc1plus"},
       "the compiler itself broke on this file"},
  };
  for (const Row& row : rows) {
    const auto made = explain_ending(row.ended, row.tool_lines, Limits{});
    ASSERT_TRUE(made) << row.message;
    EXPECT_EQ(made->message, row.message);
  }
}

TEST(CompileEndingTest, SaysNothingOfErrorsInTheProgram) {
  EXPECT_FALSE(explain_ending(ended(How::kExited), {}, Limits{}));
  EXPECT_FALSE(explain_ending(ended(How::kExited), {"collect2: error: ld returned 1 exit status"}, Limits{}));
}

}  // namespace
}  // namespace grader

// grader watch and --gdb through the command: what a student's hands do.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

// A command that runs on while the test looks at what it prints.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) become(arguments, ends[1]);
    ::close(ends[1]);
    out_ = ends[0];
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(out_);
  }

  // True once `text` was printed after what earlier calls found; waits at most a minute for it.
  bool prints(const std::string& text) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    for (;;) {
      if (const std::size_t at = seen_.find(text, from_); at != std::string::npos) {
        from_ = at + text.size();
        return true;
      }
      if (std::chrono::steady_clock::now() > deadline || !read_more()) return false;
    }
  }

  int interrupt() {
    ::kill(pid_, SIGINT);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  const std::string& seen() const { return seen_; }

 private:
  [[noreturn]] static void become(const std::vector<std::string>& arguments, int out) {
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::setenv("NO_COLOR", "1", 1);
    const std::string program = (fs::read_symlink("/proc/self/exe").parent_path() / "grader").string();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }

  bool read_more() {
    pollfd ready{.fd = out_, .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, 1000) <= 0) return true;
    std::array<char, 65536> buffer{};
    const ssize_t count = ::read(out_, buffer.data(), buffer.size());
    if (count > 0) seen_.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  pid_t pid_ = -1;
  int out_ = -1;
  std::string seen_;
  std::size_t from_ = 0;
};

std::vector<std::string> watch_words(const fs::path& file) {
  return {"watch", file.string(), "--package", root().string(), "--only", "worked_example_split_heads"};
}

TEST(WatchTest, GradesAtEverySaveHoweverTheEditorSaves) {
  const fs::path file = fresh_folder() / "solution.h";
  fs::copy_file("exercise/solution.h", file);
  Running watch(watch_words(file));
  ASSERT_TRUE(watch.prints("not implemented")) << watch.seen();

  write_text_file(file, read_text("solution/mistakes/split-no-transpose.h"));  // written in place
  ASSERT_TRUE(watch.prints("wrong answer")) << watch.seen();

  write_text_file(file.parent_path() / "new", read_text("solution/solution.h"));
  fs::rename(file.parent_path() / "new", file);  // written beside, then renamed
  ASSERT_TRUE(watch.prints("accepted")) << watch.seen();

  fs::remove(file);
  ASSERT_TRUE(watch.prints("is gone; waiting for it to come back")) << watch.seen();
  write_text_file(file, "int broken(");
  ASSERT_TRUE(watch.prints("compile error")) << watch.seen();
  EXPECT_EQ(watch.interrupt(), 0);
}

TEST(WatchTest, ASaveDropsTheGradeThatRuns) {
  const fs::path file = fresh_folder() / "solution.h";
  write_text_file(file, reference_starting("split_heads", "for (volatile int i = 0;; i = 1) {}"));
  Running watch(watch_words(file));
  ::poll(nullptr, 0, 500);  // it compiles, or runs into its time limit
  write_text_file(file, read_text("solution/solution.h"));
  ASSERT_TRUE(watch.prints("accepted")) << watch.seen();
}

TEST(InterruptTest, CtrlCGivesTheReportSoFar) {
  const fs::path file = fresh_folder() / "solution.h";
  write_text_file(file, reference_starting("mha_forward", "for (volatile int i = 0;; i = 1) {}"));
  Running grade({"grade", file.string(), "--package", root().string(), "--cases", "public"});
  ::poll(nullptr, 0, 3000);
  EXPECT_EQ(grade.interrupt(), 1);
  EXPECT_TRUE(grade.prints("interrupted")) << grade.seen();
}

TEST(DebugTest, GdbStopsAtTheFunctionOfTheCase) {
  if (!fs::exists("/usr/bin/gdb")) GTEST_SKIP() << "gdb is not installed";
  Running gdb({"grade", "solution/solution.h", "--only", "worked_example_split_heads", "--gdb"});
  EXPECT_TRUE(gdb.prints("exercise::split_heads (x=")) << gdb.seen();
}

}  // namespace
}  // namespace grader::cli

// The lock that a runner's child takes: the files that stay open to it, its limits, what happens without a
// listener.
#include "grader/sandbox/lock.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "grader/sandbox/landlock.h"
#include "grader/sandbox/lock_testing.h"

namespace grader::sandbox {
namespace {

TEST(LockTest, WithoutAListenerAForbiddenCallEndsTheChild) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    if (!lock_child(usual_lock())) ::_exit(250);
    ::_exit(::socket(AF_INET, SOCK_STREAM, 0) < 0 ? 1 : 2);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSYS);
}

TEST(LockTest, OnlyTheModuleCanBeLoaded) {
  if (landlock_version() == 0) GTEST_SKIP() << "no Landlock here";
  EXPECT_EQ(run_locked([] { return ::dlopen(module_path().c_str(), RTLD_NOW) ? 0 : 1; }), allowed());
  EXPECT_EQ(run_locked([] { return ::dlopen(beside_libc("libanl.so.1").c_str(), RTLD_NOW) ? 0 : 1; }),
            refused(1));
  ASSERT_TRUE(std::filesystem::exists(beside_libc("libanl.so.1")));
}

TEST(LockTest, NoFileCanBeReadButTheModule) {
  if (landlock_version() == 0) GTEST_SKIP() << "no Landlock here";
  EXPECT_EQ(run_locked([] { return error_of(::open("/etc/passwd", O_RDONLY)); }), refused(EACCES));
  EXPECT_EQ(run_locked([] { return error_of(::open("/", O_RDONLY | O_DIRECTORY)); }), refused(EACCES));
}

TEST(LockTest, TheSocketOfTheListenerIsClosed) {
  EXPECT_EQ(run_locked([] {
              for (int fd = 3; fd < 60; ++fd) {
                struct stat info {};
                if (::fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode)) return fd;
              }
              return 0;
            }),
            allowed());
}

TEST(LockTest, LimitsHold) {
  ChildLock lock = usual_lock();
  lock.open_files = 20;
  EXPECT_EQ(run_locked(
                [] {
                  struct rlimit files {};
                  struct rlimit core {};
                  ::getrlimit(RLIMIT_NOFILE, &files);
                  ::getrlimit(RLIMIT_CORE, &core);
                  return files.rlim_max == 20 && core.rlim_max == 0 ? 0 : 1;
                },
                lock),
            allowed());
}

// Reads past a buffer; the report goes to stderr, which leads to a pipe.
std::string report_of_a_bad_read() {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const int before = ::dup(STDERR_FILENO);
  ::dup2(ends[1], STDERR_FILENO);
  ChildLock lock = usual_lock();
  lock.sanitized = true;
  run_locked(
      [] {
        const std::vector<int> numbers(1);
        volatile std::size_t past = 3;
        return numbers.data()[past];
      },
      lock);
  ::dup2(before, STDERR_FILENO);
  ::close(before);
  ::close(ends[1]);
  std::string text(1 << 16, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(ends[0], text.data(), text.size()))));
  ::close(ends[0]);
  return text;
}

TEST(LockTest, AddressSanitizerCanStillTellTheLine) {
#ifndef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "this build has no AddressSanitizer";
#endif
  const std::string report = report_of_a_bad_read();
  EXPECT_NE(report.find("heap-buffer-overflow"), std::string::npos) << report;
  EXPECT_NE(report.find("lock_test.cpp:"), std::string::npos) << report;
}

TEST(LockTest, TurnedOffItLimitsAndNoMore) {
  ChildLock lock = usual_lock();
  lock.mode = Mode::kOff;
  EXPECT_EQ(run_locked([] { return error_of(::open("/", O_RDONLY | O_DIRECTORY)); }, lock), allowed());
}

TEST(LockTest, AChildThatDiesBeforeItsLockGivesNoListener) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  ::close(ends[1]);
  const UniqueFd socket(ends[0]);
  const auto listener = receive_listener(socket.get());
  ASSERT_TRUE(listener) << listener.error().message;
  EXPECT_FALSE(*listener);
}

}  // namespace
}  // namespace grader::sandbox

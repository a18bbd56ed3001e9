// What a locked-in program cannot see, reach or do, at every level that this machine has.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "grader/base/file.h"
#include "grader/sandbox/cgroup_roots.h"
#include "grader/sandbox/sandbox_testing.h"

namespace grader::sandbox {
namespace {

class LockinTest : public testing::TestWithParam<Level> {
 protected:
  int code_of(Profile profile, Inside inside) {
    const Finished finished = run_at(GetParam(), nothing(profile), {}, inside);
    EXPECT_EQ(finished.ended.how, Ended::How::kExited);
    return finished.ended.code;
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, LockinTest, testing::ValuesIn(locked_levels()), level_name);

int errno_of_opening(const char* path, int flags) {
  return ::open(path, flags | O_CLOEXEC, 0600) < 0 ? errno : 0;
}

TEST_P(LockinTest, NoFileOfTheMachineCanBeRead) {
  for (const Profile profile : {Profile::kCompile, Profile::kRunner})
    EXPECT_NE(code_of(profile, [] { return errno_of_opening("/etc/passwd", O_RDONLY); }), 0);
}

TEST_P(LockinTest, NoPathOfTheMachineIsEvenKnown) {
  if (!GetParam().layers.namespaces) GTEST_SKIP() << "without a root of its own a path can be told to exist";
  for (const Profile profile : {Profile::kCompile, Profile::kRunner})
    for (const Inside inside : std::array<Inside, 5>{
             [] { return errno_of_opening("/etc/passwd", O_RDONLY); },
             [] { return errno_of_opening("/root", O_RDONLY); },
             [] { return errno_of_opening("/home", O_RDONLY); },
             [] { return errno_of_opening("/proc/self/status", O_RDONLY); },
             [] { return errno_of_opening("/dev/zero", O_RDONLY); },
         })
      EXPECT_EQ(code_of(profile, inside), ENOENT);
}

TEST_P(LockinTest, NothingCanBeWritten) {
  for (const Profile profile : {Profile::kCompile, Profile::kRunner})
    for (const Inside inside : std::array<Inside, 3>{
             [] { return errno_of_opening("/file", O_WRONLY | O_CREAT); },
             [] { return errno_of_opening("/usr/lib/file", O_WRONLY | O_CREAT); },
             [] { return errno_of_opening("/dev/shm/file", O_WRONLY | O_CREAT); },
         })
      EXPECT_NE(code_of(profile, inside), 0);
}

TEST_P(LockinTest, ARunnerHasNoProgramToStart) {
  EXPECT_NE(code_of(Profile::kRunner,
                    [] {
                      char* arguments[] = {nullptr};
                      ::execve("/usr/bin/true", arguments, arguments);
                      return errno == ENOENT || errno == EACCES ? 1 : 0;
                    }),
            0);
}

TEST_P(LockinTest, MountsAreReadOnlyUnlessToldOtherwise) {
  auto folder = TemporaryFolder::make("sandbox-test");
  ASSERT_TRUE(folder);
  const auto& path = folder->path();
  std::filesystem::create_directory(path / "in");
  std::filesystem::create_directory(path / "out");
  ASSERT_TRUE(write_file(path / "in" / "text", "given"));
  Program program = shell("cat in/text; echo no > in/text; echo yes > out/text; cat out/text");
  program.mounts = {{path / "in", path / "in"}, {path / "out", path / "out", true}};
  program.folder = path;
  const Finished finished = run_at(GetParam(), program);
  EXPECT_EQ(finished.stdout_text, "givenyes\n");
  EXPECT_EQ(read_file(path / "in" / "text"), "given");
  EXPECT_EQ(read_file(path / "out" / "text"), "yes\n");
}

TEST_P(LockinTest, AMountAppearsWhereItWasAskedFor) {
  if (!GetParam().layers.namespaces) GTEST_SKIP() << "no root of its own at this level";
  auto folder = TemporaryFolder::make("sandbox-test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_file(folder->path() / "file", "moved"));
  Program program = shell("cat /some/where/else");
  program.mounts = {{folder->path() / "file", "/some/where/else"}};
  EXPECT_EQ(run_at(GetParam(), program).stdout_text, "moved");
}

// A listener of our own, so that a connection would be answered.
int listening_port(UniqueFd& socket) {
  socket.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  struct sockaddr_in address {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size) != 0) return 0;
  ::listen(socket.get(), 1);
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

int port_to_try = 0;  // a function run inside can be given nothing, but it runs on a copy of our memory

int connect_inside() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port_to_try));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? 0 : 1;
}

TEST_P(LockinTest, NoNetworkIsReached) {
  UniqueFd socket;
  port_to_try = listening_port(socket);
  ASSERT_NE(port_to_try, 0);
  ASSERT_EQ(connect_inside(), 0) << "the canary itself is dead";
  for (const Profile profile : {Profile::kCompile, Profile::kRunner}) {
    if (profile == Profile::kRunner && !GetParam().layers.namespaces && GetParam().layers.landlock < 4)
      continue;
    EXPECT_EQ(code_of(profile, connect_inside), 1);
  }
}

TEST_P(LockinTest, NoOtherProcessIsSeen) {
  if (!GetParam().layers.namespaces) GTEST_SKIP() << "no pid namespace at this level";
  EXPECT_EQ(code_of(Profile::kRunner, [] { return static_cast<int>(::getppid()); }), 1);
  EXPECT_EQ(code_of(Profile::kRunner, [] { return static_cast<int>(::getpid()); }), 2);
}

TEST_P(LockinTest, TheGraderCannotBeSignalled) {
  static pid_t grader = 0;
  grader = ::getpid();
  if (!GetParam().layers.namespaces && GetParam().layers.landlock < 6) GTEST_SKIP() << "needs Landlock 6";
  EXPECT_EQ(code_of(Profile::kRunner,
                    [] {
                      const bool same_number =
                          ::getpid() == grader;  // where the grader is the first in a namespace itself
                      return same_number || ::kill(grader, 0) != 0 ? 1 : 0;
                    }),
            1);
}

TEST_P(LockinTest, NoRightsAreLeft) {
  EXPECT_EQ(code_of(Profile::kRunner,
                    [] {
                      struct __user_cap_header_struct header {};
                      header.version = _LINUX_CAPABILITY_VERSION_3;
                      struct __user_cap_data_struct held[2]{};
                      ::syscall(SYS_capget, &header, held);
                      const bool none = held[0].permitted == 0 && held[1].permitted == 0;
                      return none && ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : 1;
                    }),
            0);
}

TEST_P(LockinTest, TheUserIsNotRoot) {
  if (!GetParam().layers.namespaces) GTEST_SKIP() << "no change of user without namespaces";
  EXPECT_EQ(code_of(Profile::kRunner, [] { return ::getuid() == 0 || ::getgid() == 0 ? 1 : 0; }), 0);
  EXPECT_EQ(code_of(Profile::kRunner, [] { return ::getgroups(0, nullptr) > 1 ? 1 : 0; }), 0);
}

TEST_P(LockinTest, TheSessionIsItsOwn) {
  EXPECT_EQ(code_of(Profile::kRunner, [] { return ::getsid(0) == ::getpid() ? 0 : 1; }), 0);
}

TEST_P(LockinTest, ToolsAreRefusedWhatNoToolNeeds) {
  for (const Inside inside : std::array<Inside, 4>{
           [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0; },
           [] { return ::syscall(SYS_unshare, 0x10000000) < 0 ? errno : 0; },
           [] { return ::syscall(SYS_ptrace, 0, 0, 0, 0) < 0 ? errno : 0; },
           [] { return ::syscall(SYS_memfd_create, "file", 0) < 0 ? errno : 0; },
       })
    EXPECT_EQ(code_of(Profile::kCompile, inside), EPERM);
}

// The kernel exempts its own user 0 from the limit of processes, whatever it is called inside.
bool runs_as_kernel_root() {
  std::ifstream map("/proc/self/uid_map");
  unsigned inside = 0;
  unsigned outside = 0;
  map >> inside >> outside;
  return ::geteuid() == 0 && inside == 0 && outside == 0;
}

TEST_P(LockinTest, ProcessesAreCounted) {
  const Layers& layers = GetParam().layers;
  if (!layers.process_group && !layers.own_user && (!layers.user_namespace || runs_as_kernel_root()))
    GTEST_SKIP() << "nothing counts processes at this level";
  Limits limits;
  limits.processes = 8;
  const Finished finished = run_at(GetParam(), nothing(Profile::kCompile), limits, [] {
    for (int i = 0; i < 100; ++i) {
      const pid_t pid = ::fork();
      if (pid == 0)
        for (;;) ::pause();
      if (pid < 0) return errno == EAGAIN ? i : 100;
    }
    return 100;
  });
  EXPECT_LE(finished.ended.code, 8);
}

TEST_P(LockinTest, MemoryOfAllTogetherIsBounded) {
  if (!GetParam().layers.memory_group) GTEST_SKIP() << "no memory cgroup at this level";
  Limits limits;
  limits.total_memory_bytes = 32 << 20;
  Program program = shell("x=0123456789abcdef; while :; do x=$x$x; done");
  EXPECT_EQ(run_at(GetParam(), program, limits).ended.how, Ended::How::kMemoryLimit);
}

TEST_P(LockinTest, LeavesNoControlGroup) {
  run_at(GetParam(), shell("exit 0"));
  for (const auto& root : {group_roots().memory, group_roots().pids}) {
    if (!root) continue;
    for (const auto& entry : std::filesystem::directory_iterator(root->folder))
      EXPECT_FALSE(entry.path().filename().string().starts_with("grader-" + std::to_string(::getpid()) + "-"))
          << entry.path();
  }
}

}  // namespace
}  // namespace grader::sandbox

// Each kind of system call meets the fate that docs/security.md promises it.
#include "grader/sandbox/call_table.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "grader/sandbox/lock_testing.h"

namespace grader::sandbox {
namespace {

struct Row {
  const char* what;
  int (*inside)();
  Fate fate;
};

const Row kRows[] = {
    {"reads the clock", [] { return error_of(::syscall(SYS_clock_gettime, 0, nullptr)) == EFAULT ? 0 : 1; },
     allowed()},
    {"maps memory",
     [] {
       return ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ? 0 : 1;
     },
     allowed()},
    {"signals itself",
     [] {
       ::signal(SIGUSR1, SIG_IGN);
       return error_of(::raise(SIGUSR1));
     },
     allowed()},
    {"kills itself with 0", [] { return error_of(::kill(::getpid(), 0)); }, allowed()},
    {"sleeps", [] { return error_of(::usleep(1)); }, allowed()},
    {"reads its limits",
     [] {
       struct rlimit limit {};
       return error_of(::getrlimit(RLIMIT_CPU, &limit));
     },
     allowed()},
    {"asks its personality", [] { return error_of(::syscall(SYS_personality, 0xFFFFFFFF)); }, allowed()},
    {"waits for no child", [] { return error_of(::waitpid(-1, nullptr, 0)); }, refused(ECHILD)},
    {"reads the module", [] { return error_of(::open(module_path().c_str(), O_RDONLY)); }, allowed()},
    {"writes a file", [] { return error_of(::open("/tmp/file", O_WRONLY | O_CREAT, 0600)); },
     refused(EACCES)},
    {"makes a file", [] { return error_of(::open("/tmp/file", O_RDONLY | O_CREAT, 0600)); }, refused(EACCES)},
    {"makes a nameless file", [] { return error_of(::open("/tmp", O_TMPFILE | O_RDWR, 0600)); },
     refused(EACCES)},
    {"writes the module", [] { return error_of(::open(module_path().c_str(), O_RDWR)); }, refused(EACCES)},
    {"asks for a path",
     [] {
       struct stat info {};
       return error_of(::stat("/", &info));
     },
     refused(EACCES)},
    {"asks for access", [] { return error_of(::access("/", F_OK)); }, refused(EACCES)},
    {"reads a link",
     [] {
       char text[9];
       return error_of(::readlink("/proc/self/exe", text, 9));
     },
     refused(EACCES)},
    {"changes folder", [] { return error_of(::chdir("/")); }, refused(EACCES)},
    {"makes a folder", [] { return error_of(::mkdir("/tmp/folder", 0700)); }, refused(EACCES)},
    {"removes a file", [] { return error_of(::unlink("/tmp/file")); }, refused(EACCES)},
    {"changes a mode", [] { return error_of(::chmod("/tmp", 0777)); }, refused(EACCES)},
    {"forks", [] { return error_of(::fork()); }, refused(EAGAIN)},
    {"starts a thread",
     [] { return error_of(::syscall(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, 0, 0, 0, 0)); },
     refused(EAGAIN)},
    {"tries clone3", [] { return error_of(::syscall(SYS_clone3, nullptr, 0)); }, refused(ENOSYS)},
    {"copies a descriptor", [] { return error_of(::dup(1)); }, refused(EPERM)},
    {"points stdout elsewhere", [] { return error_of(::dup2(2, 1)); }, refused(EPERM)},
    {"makes a pipe",
     [] {
       int ends[2];
       return error_of(::pipe(ends));
     },
     refused(EPERM)},
    {"raises a limit",
     [] {
       const struct rlimit limit { 1, 1 };
       return error_of(::setrlimit(RLIMIT_NOFILE, &limit));
     },
     refused(EPERM)},
    {"limits its parent",
     [] {
       const struct rlimit limit { 1, 1 };
       return error_of(::prlimit(::getppid(), RLIMIT_CPU, &limit, nullptr));
     },
     refused(EPERM)},
    {"takes a session", [] { return error_of(::setsid()); }, refused(EPERM)},
    {"outlives its parent", [] { return error_of(::prctl(PR_SET_PDEATHSIG, 0)); }, refused(EPERM)},
    {"is on a terminal", [] { return ::isatty(1) == 0 ? errno : 0; }, refused(ENOTTY)},
    {"makes a call of next year", [] { return error_of(::syscall(900)); }, refused(ENOSYS)},
    {"opens a socket", [] { return error_of(::socket(AF_INET, SOCK_STREAM, 0)); }, forbidden("socket")},
    {"sends over a descriptor",
     [] {
       struct msghdr message {};
       return error_of(::sendmsg(1, &message, 0));
     },
     forbidden("sendmsg")},
    {"makes a pair of sockets",
     [] {
       int ends[2];
       return error_of(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
     },
     forbidden("socketpair")},
    {"starts a program",
     [] {
       char* none[] = {nullptr};
       return error_of(::execve("/bin/sh", none, none));
     },
     forbidden("execve")},
    {"signals its parent", [] { return error_of(::kill(::getppid(), 0)); }, forbidden("kill")},
    {"signals everyone", [] { return error_of(::kill(-1, 0)); }, forbidden("kill")},
    {"signals a thread of its parent",
     [] { return error_of(::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0)); }, forbidden("tgkill")},
    {"traces", [] { return error_of(::syscall(SYS_ptrace, 2, ::getppid(), 0, 0)); }, forbidden("ptrace")},
    {"reads another's memory", [] { return error_of(::syscall(SYS_process_vm_readv, 1, 0, 0, 0, 0, 0)); },
     forbidden("process_vm_readv")},
    {"makes a memory file", [] { return error_of(::memfd_create("file", 0)); }, forbidden("memfd_create")},
    {"makes shared memory", [] { return error_of(::syscall(SYS_shmget, 0, 4096, 0600)); },
     forbidden("shmget")},
    {"asks the keyring", [] { return error_of(::syscall(SYS_keyctl, 0, 0, 0)); }, forbidden("keyctl")},
    {"makes a ring", [] { return error_of(::syscall(SYS_io_uring_setup, 1, nullptr)); },
     forbidden("io_uring_setup")},
    {"makes namespaces", [] { return error_of(::syscall(SYS_unshare, 0x10000000)); }, forbidden("unshare")},
    {"clones into namespaces",
     [] { return error_of(::syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0)); }, forbidden("clone")},
    {"mounts", [] { return error_of(::syscall(SYS_mount, "", "", "", 0, "")); }, forbidden("mount")},
    {"changes its root", [] { return error_of(::chroot("/")); }, forbidden("chroot")},
    {"changes its user", [] { return error_of(::syscall(SYS_setuid, 0)); }, forbidden("setuid")},
    {"watches a folder", [] { return error_of(::syscall(SYS_inotify_init1, 0)); },
     forbidden("inotify_init1")},
    {"changes its personality", [] { return error_of(::syscall(SYS_personality, 0x0040000)); },
     forbidden("personality")},
    {"types into the terminal", [] { return error_of(::ioctl(0, TIOCSTI, "x")); }, forbidden("ioctl")},
    {"types with rubbish above", [] { return error_of(::syscall(SYS_ioctl, 0, 0x100000000 | TIOCSTI, "x")); },
     forbidden("ioctl")},
};

// A filter around us (a container's) answers first, and where it refuses a call ours never comes to name it.
bool is_refused_outside(const Row& row, const Fate& fate) {
  const bool filtered = ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0;
  return filtered && !row.fate.forbidden.empty() && (fate == refused(EPERM) || fate == refused(ENOSYS));
}

TEST(CallTableTest, EachCallMeetsItsFate) {
  if (!listener_can_be_had())
    GTEST_SKIP() << "another listener is around us: forbidden calls have no name here";
  for (const Row& row : kRows) {
    const Fate fate = run_locked(row.inside);
    EXPECT_TRUE(fate == row.fate || is_refused_outside(row, fate))
        << row.what << ": " << testing::PrintToString(fate);
  }
}

TEST(CallTableTest, PlaceholdersAreFilledIn) {
  auto filter = build_child_filter(false);
  ASSERT_TRUE(filter) << filter.error().message;
  fill_in(*filter, 77, 88);
  int left = 0;
  for (const struct sock_filter& instruction : *filter)
    left += instruction.k == kOwnPid || instruction.k == kListenerSocket ? 1 : 0;
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace grader::sandbox

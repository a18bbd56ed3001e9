#include "grader/sandbox/call_table.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <set>

#include "grader/sandbox/short_filter.h"

namespace grader::sandbox {
namespace {

constexpr std::array kAllowed = {"read",
                                 "write",
                                 "readv",
                                 "writev",
                                 "pread64",
                                 "pwrite64",
                                 "preadv",
                                 "pwritev",
                                 "close",
                                 "fstat",
                                 "lseek",
                                 "mmap",
                                 "mprotect",
                                 "munmap",
                                 "mremap",
                                 "brk",
                                 "madvise",
                                 "mincore",
                                 "msync",
                                 "rt_sigaction",
                                 "rt_sigprocmask",
                                 "rt_sigreturn",
                                 "rt_sigpending",
                                 "rt_sigsuspend",
                                 "rt_sigtimedwait",
                                 "sigaltstack",
                                 "exit",
                                 "exit_group",
                                 "arch_prctl",
                                 "set_tid_address",
                                 "set_robust_list",
                                 "get_robust_list",
                                 "rseq",
                                 "getrandom",
                                 "futex",
                                 "membarrier",
                                 "clock_gettime",
                                 "clock_getres",
                                 "clock_nanosleep",
                                 "nanosleep",
                                 "gettimeofday",
                                 "time",
                                 "times",
                                 "sched_yield",
                                 "sched_getaffinity",
                                 "getcpu",
                                 "getpid",
                                 "gettid",
                                 "getppid",
                                 "getuid",
                                 "geteuid",
                                 "getgid",
                                 "getegid",
                                 "getresuid",
                                 "getresgid",
                                 "getgroups",
                                 "getpgrp",
                                 "getpgid",
                                 "getsid",
                                 "uname",
                                 "sysinfo",
                                 "getrusage",
                                 "getrlimit",
                                 "getpriority",
                                 "poll",
                                 "ppoll",
                                 "select",
                                 "pselect6",
                                 "pause",
                                 "alarm",
                                 "setitimer",
                                 "getitimer",
                                 "restart_syscall",
                                 "wait4",
                                 "waitid",
                                 "umask",
                                 "fadvise64",
                                 "readahead"};

constexpr std::array kAccessDenied = {
    "stat",        "lstat",        "access",       "faccessat",       "readlink",  "readlinkat", "getdents",
    "getdents64",  "getcwd",       "statfs",       "fstatfs",         "creat",     "mkdir",      "mkdirat",
    "rmdir",       "unlink",       "unlinkat",     "rename",          "renameat",  "renameat2",  "link",
    "linkat",      "symlink",      "symlinkat",    "chmod",           "fchmod",    "fchmodat",   "chown",
    "fchown",      "lchown",       "fchownat",     "truncate",        "ftruncate", "fallocate",  "utime",
    "utimes",      "utimensat",    "futimesat",    "chdir",           "fchdir",    "getxattr",   "lgetxattr",
    "fgetxattr",   "listxattr",    "llistxattr",   "flistxattr",      "setxattr",  "lsetxattr",  "fsetxattr",
    "removexattr", "lremovexattr", "fremovexattr", "copy_file_range", "sendfile"};

constexpr std::array kNotPermitted = {"dup",
                                      "dup2",
                                      "dup3",
                                      "pipe",
                                      "pipe2",
                                      "eventfd",
                                      "eventfd2",
                                      "epoll_create",
                                      "epoll_create1",
                                      "epoll_ctl",
                                      "epoll_wait",
                                      "epoll_pwait",
                                      "timerfd_create",
                                      "timerfd_settime",
                                      "timerfd_gettime",
                                      "signalfd",
                                      "signalfd4",
                                      "prctl",
                                      "setrlimit",
                                      "setpriority",
                                      "sched_setaffinity",
                                      "sched_setscheduler",
                                      "sched_setparam",
                                      "sched_getscheduler",
                                      "sched_getparam",
                                      "setsid",
                                      "setpgid",
                                      "mlock",
                                      "mlock2",
                                      "munlock",
                                      "mlockall",
                                      "munlockall",
                                      "flock",
                                      "fsync",
                                      "fdatasync",
                                      "sync",
                                      "syncfs",
                                      "sync_file_range",
                                      "timer_create",
                                      "timer_settime",
                                      "timer_gettime",
                                      "timer_getoverrun",
                                      "timer_delete"};

constexpr std::array kNotThere = {"clone3",       "statx",       "openat2",    "faccessat2",
                                  "epoll_pwait2", "close_range", "futex_waitv"};

constexpr std::array kForSanitizer = {"dup",        "dup2",   "dup3",   "pipe",     "pipe2",
                                      "stat",       "lstat",  "access", "readlink", "readlinkat",
                                      "newfstatat", "getcwd", "prctl",  "ftruncate"};

constexpr std::uint64_t kWholeInt = 0xFFFFFFFF;
// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
constexpr std::uint64_t kNewNamespaces = 0x7E020000;
constexpr std::uint64_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

using Test = ArgumentTest;

class Table {
 public:
  void add(const char* name, std::uint32_t action, std::vector<Test> tests = {}) {
    named_.insert(name);
    rules_.push_back({name, action, std::move(tests)});
  }
  void add_rest(const char* name, std::uint32_t action, std::vector<Test> tests) {
    add(name, action, std::move(tests));
    rules_.back().rest = true;
  }
  template <class Names>
  void add_new(const Names& names, std::uint32_t action) {
    for (const char* name : names)
      if (!named_.contains(name)) add(name, action);
  }
  // Splits on bits: all of `bits` clear, or at least one set.
  void split_by_bits(const char* name, unsigned argument, std::uint64_t bits, std::uint32_t clear,
                     std::uint32_t set) {
    add(name, clear, {Test::masked(argument, bits, 0)});
    for (std::uint64_t bit = 1; bit != 0; bit <<= 1)
      if (bits & bit) add_rest(name, set, {Test::masked(argument, bit, bit)});
  }
  void split_by_value(const char* name, unsigned argument, std::uint64_t value, std::uint32_t equal,
                      std::uint32_t unequal) {
    add(name, equal, {Test::equal(argument, value)});
    add_rest(name, unequal, {Test::unequal(argument, value)});
  }
  // Every other call with a name becomes a violation.
  void forbid_the_rest();
  std::vector<CallRule> take() { return std::move(rules_); }

 private:
  std::set<std::string> named_;
  std::vector<CallRule> rules_;
};

void Table::forbid_the_rest() {
  constexpr int kPastTheTable = 1000;
  for (int number = 0; number < kPastTheTable; ++number) {
    const std::unique_ptr<char, decltype(&std::free)> name(
        ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number), &std::free);
    if (name && !named_.contains(name.get())) rules_.push_back({name.get(), SCMP_ACT_NOTIFY, {}});
  }
}

void add_files(Table& table) {
  const std::uint32_t denied = SCMP_ACT_ERRNO(EACCES);
  table.split_by_bits("openat", 2, kWriting, SCMP_ACT_ALLOW, denied);
  table.split_by_bits("open", 1, kWriting, SCMP_ACT_ALLOW, denied);
  // Today's C library spells fstat(fd) as newfstatat(fd, "", AT_EMPTY_PATH); with a real path it is refused.
  table.split_by_value("newfstatat", 3, AT_EMPTY_PATH, SCMP_ACT_ALLOW, denied);
}

void add_descriptors(Table& table) {
  const std::uint32_t refused = SCMP_ACT_ERRNO(EPERM);
  for (const int command : {F_GETFD, F_GETFL, F_SETFD})
    table.add("fcntl", SCMP_ACT_ALLOW, {Test::masked(1, kWholeInt, static_cast<std::uint64_t>(command))});
  for (const int command : {F_DUPFD, F_SETFL, F_DUPFD_CLOEXEC, F_GETLK, F_SETLK, F_SETLKW, F_OFD_SETLK})
    table.add("fcntl", refused, {Test::masked(1, kWholeInt, static_cast<std::uint64_t>(command))});
  for (const std::uint64_t request :
       {std::uint64_t{TCGETS}, std::uint64_t{TIOCGWINSZ}, std::uint64_t{TCSETS}})
    table.add("ioctl", SCMP_ACT_ERRNO(ENOTTY), {Test::masked(1, kWholeInt, request)});
  for (const std::uint64_t request : {std::uint64_t{TIOCSTI}, std::uint64_t{TIOCLINUX}})
    table.add("ioctl", SCMP_ACT_NOTIFY, {Test::masked(1, kWholeInt, request)});
  table.split_by_value("sendmsg", 0, kListenerSocket, SCMP_ACT_ALLOW, SCMP_ACT_NOTIFY);
}

void add_processes(Table& table) {
  const std::uint32_t refused = SCMP_ACT_ERRNO(EPERM);
  const std::uint32_t again = SCMP_ACT_ERRNO(EAGAIN);
  for (const char* name : {"kill", "tgkill", "tkill"})
    table.split_by_value(name, 0, kOwnPid, SCMP_ACT_ALLOW, SCMP_ACT_NOTIFY);
  table.split_by_bits("clone", 0, kNewNamespaces, again, SCMP_ACT_NOTIFY);
  table.add("fork", again);
  table.add("vfork", again);
  table.add("prlimit64", SCMP_ACT_ALLOW, {Test::equal(0, 0), Test::equal(2, 0)});
  table.add_rest("prlimit64", refused, {Test::unequal(2, 0)});
  table.add_rest("prlimit64", refused, {Test::unequal(0, 0), Test::equal(2, 0)});
  // The number that asks and changes nothing.
  table.split_by_value("personality", 0, kWholeInt, SCMP_ACT_ALLOW, SCMP_ACT_NOTIFY);
}

}  // namespace

std::vector<CallRule> child_rules(bool sanitized) {
  Table table;
  if (sanitized) table.add_new(kForSanitizer, SCMP_ACT_ALLOW);
  if (sanitized)
    for (const char* name : {"openat", "open"})
      table.split_by_bits(name, name == std::string("open") ? 1 : 2, kWriting, SCMP_ACT_ALLOW,
                          SCMP_ACT_ERRNO(EACCES));
  else
    add_files(table);
  add_descriptors(table);
  add_processes(table);
  table.add_new(kAllowed, SCMP_ACT_ALLOW);
  table.add_new(kAccessDenied, SCMP_ACT_ERRNO(EACCES));
  table.add_new(kNotPermitted, SCMP_ACT_ERRNO(EPERM));
  table.add_new(kNotThere, SCMP_ACT_ERRNO(ENOSYS));
  table.forbid_the_rest();
  return table.take();
}

Result<Filter> build_child_filter(bool sanitized) {
  return build_short_filter(child_rules(sanitized), SCMP_ACT_ERRNO(ENOSYS));
}

Filter kill_instead(Filter filter) {
  for (struct sock_filter& instruction : filter)
    if (instruction.code == (BPF_RET | BPF_K) && instruction.k == SECCOMP_RET_USER_NOTIF)
      instruction.k = SECCOMP_RET_KILL_PROCESS;
  return filter;
}

void fill_in(Filter& filter, std::uint32_t own_pid, std::uint32_t listener_socket) {
  for (struct sock_filter& instruction : filter) {
    // Of the other jumps, by bits, a mask might look like one of the two.
    if (instruction.code != (BPF_JMP | BPF_JEQ | BPF_K)) continue;
    if (instruction.k == kOwnPid) instruction.k = own_pid;
    if (instruction.k == kListenerSocket) instruction.k = listener_socket;
  }
}

}  // namespace grader::sandbox

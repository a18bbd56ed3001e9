#include "grader/sandbox/seccomp_filter.h"

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "grader/base/unique_fd.h"

namespace grader::sandbox {
namespace {

struct Release {
  void operator()(void* context) const { ::seccomp_release(context); }
};
using Context = std::unique_ptr<void, Release>;

struct scmp_arg_cmp as_compare(const ArgumentTest& test) {
  switch (test.kind) {
    case ArgumentTest::Kind::kMasked:
      return {test.argument, SCMP_CMP_MASKED_EQ, test.mask, test.value};
    case ArgumentTest::Kind::kEqual:
      return {test.argument, SCMP_CMP_EQ, test.value, 0};
    case ArgumentTest::Kind::kUnequal:
      return {test.argument, SCMP_CMP_NE, test.value, 0};
  }
  return {};
}

Result<void> add_rule(void* context, const CallRule& rule) {
  const int number = ::seccomp_syscall_resolve_name(rule.name.c_str());
  if (number == __NR_SCMP_ERROR || number < 0) return {};
  std::vector<struct scmp_arg_cmp> compares;
  compares.reserve(rule.tests.size());
  for (const ArgumentTest& test : rule.tests) compares.push_back(as_compare(test));
  const int added = ::seccomp_rule_add_array(context, rule.action, number,
                                             static_cast<unsigned>(compares.size()), compares.data());
  if (added == 0) return {};
  return fail_internal(fmt::format("cannot make a filter rule for '{}': error {}", rule.name, -added));
}

// libseccomp 2.5 writes instructions only to a descriptor.
Result<Filter> export_filter(void* context) {
  const UniqueFd file(::memfd_create("filter", MFD_CLOEXEC));
  if (!file) return fail_errno("cannot make a memory file", errno);
  if (const int error = ::seccomp_export_bpf(context, file.get()); error != 0)
    return fail_errno("cannot export a call filter", -error);
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  Filter filter(static_cast<std::size_t>(size) / sizeof(struct sock_filter));
  if (::pread(file.get(), filter.data(), static_cast<std::size_t>(size), 0) != size)
    return fail_errno("cannot read a call filter", errno);
  return filter;
}

long load(const Filter& filter, unsigned flags) {
  const struct sock_fprog program {
    static_cast<unsigned short>(filter.size()), const_cast<struct sock_filter*>(filter.data())
  };
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

// What a compiler, assembler and linker never ask for. The list is not what keeps files and processes apart
// (namespaces and Landlock do): it takes away parts of the kernel that have often been broken.
constexpr std::array kNotForTools = {"ptrace",
                                     "process_vm_readv",
                                     "process_vm_writev",
                                     "process_madvise",
                                     "kcmp",
                                     "pidfd_getfd",
                                     "pidfd_send_signal",
                                     "mount",
                                     "umount",
                                     "umount2",
                                     "pivot_root",
                                     "chroot",
                                     "open_tree",
                                     "move_mount",
                                     "fsopen",
                                     "fsconfig",
                                     "fsmount",
                                     "fspick",
                                     "mount_setattr",
                                     "unshare",
                                     "setns",
                                     "socket",
                                     "io_uring_setup",
                                     "io_uring_enter",
                                     "io_uring_register",
                                     "bpf",
                                     "perf_event_open",
                                     "add_key",
                                     "request_key",
                                     "keyctl",
                                     "shmget",
                                     "shmat",
                                     "shmctl",
                                     "shmdt",
                                     "semget",
                                     "semop",
                                     "semctl",
                                     "semtimedop",
                                     "msgget",
                                     "msgsnd",
                                     "msgrcv",
                                     "msgctl",
                                     "mq_open",
                                     "mq_unlink",
                                     "userfaultfd",
                                     "memfd_create",
                                     "memfd_secret",
                                     "swapon",
                                     "swapoff",
                                     "reboot",
                                     "kexec_load",
                                     "kexec_file_load",
                                     "init_module",
                                     "finit_module",
                                     "delete_module",
                                     "acct",
                                     "quotactl",
                                     "quotactl_fd",
                                     "sethostname",
                                     "setdomainname",
                                     "settimeofday",
                                     "clock_settime",
                                     "adjtimex",
                                     "clock_adjtime",
                                     "iopl",
                                     "ioperm",
                                     "modify_ldt",
                                     "syslog",
                                     "vhangup",
                                     "name_to_handle_at",
                                     "open_by_handle_at",
                                     "fanotify_init",
                                     "fanotify_mark",
                                     "inotify_init",
                                     "inotify_init1",
                                     "truncate",
                                     "truncate64",
                                     "mknod",
                                     "symlink",
                                     "symlinkat",
                                     "mknodat",
                                     "setxattr",
                                     "lsetxattr",
                                     "fsetxattr",
                                     "migrate_pages",
                                     "move_pages",
                                     "mbind",
                                     "set_mempolicy",
                                     "lookup_dcookie",
                                     "vmsplice"};

constexpr std::uint64_t kNewNamespaces = 0x7E020000;  // CLONE_NEWNS, NEWCGROUP, UTS, IPC, USER, PID, NET

}  // namespace

ArgumentTest ArgumentTest::masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, Kind::kMasked, mask, value};
}

ArgumentTest ArgumentTest::equal(unsigned argument, std::uint64_t value) {
  return {argument, Kind::kEqual, ~0ULL, value};
}

ArgumentTest ArgumentTest::unequal(unsigned argument, std::uint64_t value) {
  return {argument, Kind::kUnequal, ~0ULL, value};
}

Result<Filter> build_filter(const std::vector<CallRule>& rules, std::uint32_t default_action) {
  const Context context(::seccomp_init(default_action));
  if (!context) return fail_internal("cannot make a call filter");
  ::seccomp_attr_set(context.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  ::seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  for (const CallRule& rule : rules)
    if (rule.action != default_action)
      if (auto added = add_rule(context.get(), rule); !added) return tl::make_unexpected(added.error());
  return export_filter(context.get());
}

bool load_filter(const Filter& filter) {
  return load(filter, 0) == 0;
}

int load_filter_with_listener(const Filter& filter) {
  return static_cast<int>(load(filter, SECCOMP_FILTER_FLAG_NEW_LISTENER));
}

Result<Filter> build_tool_filter() {
  std::vector<CallRule> rules;
  rules.reserve(kNotForTools.size() + 16);
  for (const char* name : kNotForTools) rules.push_back({name, SCMP_ACT_ERRNO(EPERM), {}});
  rules.push_back(
      {"clone3", SCMP_ACT_ERRNO(ENOSYS), {}});  // its flags lie in memory, where no filter sees them
  for (std::uint64_t bit = 1; bit != 0; bit <<= 1)
    if (kNewNamespaces & bit)
      rules.push_back({"clone", SCMP_ACT_ERRNO(EPERM), {ArgumentTest::masked(0, bit, bit)}});
  for (const std::uint64_t request : {std::uint64_t{TIOCSTI}, std::uint64_t{TIOCLINUX}})
    rules.push_back({"ioctl", SCMP_ACT_ERRNO(EPERM), {ArgumentTest::masked(1, 0xFFFFFFFF, request)}});
  return build_filter(rules, SCMP_ACT_ALLOW);
}

std::string call_name(int number) {
  const std::unique_ptr<char, decltype(&std::free)> name(
      ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number), &std::free);
  return name ? std::string(name.get()) : fmt::format("call {}", number);
}

}  // namespace grader::sandbox

#include "grader/sandbox/child.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sanitizer/asan_interface.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "grader/sandbox/privileges.h"
#include "grader/sandbox/rlimits.h"
#include "grader/sandbox/watcher.h"

namespace grader::sandbox {
namespace {

// The program's descriptors are first lifted above any number that they may get in the end.
constexpr int kLifted = 200;

[[noreturn]] void fail_step(int status_fd, const char* step, const char* detail = "") {
  Status status;
  status.error_number = errno;
  std::snprintf(status.step, sizeof status.step, "%s%s", step, detail);
  send_status(status_fd, status);
  ::_exit(1);
}

// ---- the program, from fork to exec ----

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int lift(const ChildPlan& plan, int fd) {
  const int lifted = ::fcntl(fd, F_DUPFD_CLOEXEC, kLifted);
  if (lifted < 0) fail_step(plan.status_fd, "cannot copy a descriptor");
  return lifted;
}

// 0, 1, 2, then pass_fds from 3 on, then the status socket (closed by exec), and nothing else.
int place_descriptors(const ChildPlan& plan) {
  const int first = 3;
  const int status = lift(plan, plan.status_fd);
  int standard[] = {lift(plan, plan.stdin_fd), lift(plan, plan.stdout_fd), lift(plan, plan.stderr_fd)};
  const int count = static_cast<int>(plan.pass_fds.size());
  const int base = ::fcntl(status, F_DUPFD_CLOEXEC, kLifted + 8);  // passed ones lie in a row from here
  for (int i = 0; i < count; ++i)
    if (::dup2(plan.pass_fds[static_cast<std::size_t>(i)], base + i) < 0)
      fail_step(status, "cannot copy a descriptor");
  for (int i = 0; i < 3; ++i)
    if (::dup2(standard[i], i) < 0) fail_step(status, "cannot place a descriptor");
  for (int i = 0; i < count; ++i)
    if (::dup2(base + i, first + i) < 0) fail_step(status, "cannot place a descriptor");
  const int kept = first + count;
  if (::dup3(status, kept, O_CLOEXEC) < 0) fail_step(status, "cannot place a descriptor");
  if (::close_range(static_cast<unsigned>(kept) + 1, ~0U, 0) != 0)
    fail_step(kept, "cannot close descriptors");
  return kept;
}

void check(int status_fd, const StepError& error) {
  if (error) fail_step(status_fd, error.step, error.detail);
}

// The order matters: a ruleset needs open paths, the user switch needs capabilities, the filter comes last as
// it may refuse what the other steps call.
void give_up_rights(const ChildPlan& plan, int status) {
  int ruleset = -1;
  if (plan.layers.landlock > 0) {
    ruleset = make_ruleset(plan.paths, plan.layers.landlock);
    if (ruleset < 0) fail_step(status, "cannot make Landlock rules");
  }
  if (plan.own_user) check(status, become_user(plan.own_user->id()));
  if (plan.locked) check(status, drop_capabilities(0));
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);  // after the switch of user, which clears it
  if (ruleset >= 0) {
    if (!restrict_self(ruleset)) fail_step(status, "cannot apply Landlock rules");
    ::close(ruleset);
  }
  if (const char* limit = apply_limits(plan.limits)) fail_step(status, "cannot limit ", limit);
  if (!plan.filter.empty() && !load_filter(plan.filter)) fail_step(status, "cannot load the call filter");
}

[[noreturn]] void run_program(const ChildPlan& plan) {
  const int status = place_descriptors(plan);
  ::setsid();
  ::umask(022);
  reset_signals();
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail_step(status, "cannot give up new privileges");
  if (plan.fixed_addresses) (void)::personality(ADDR_NO_RANDOMIZE);
  if (::chdir(plan.folder.c_str()) != 0) fail_step(status, "cannot enter folder ", plan.folder.c_str());
  give_up_rights(plan, status);
  if (plan.inside) {
    send_started(status);
    ::close(status);
    ::_exit(plan.inside());
  }
  ::execve(plan.path.c_str(), plan.argv.data(), plan.envp.data());
  fail_step(status, "cannot start ", plan.path.c_str());
}

int run_program_entry(void* plan) {
  run_program(*static_cast<const ChildPlan*>(plan));
}

// Shares our memory and holds us until exec: no page table is copied, and once we go on the program runs or
// its failure has been sent. A stack within our own, as AddressSanitizer knows no other.
pid_t start_program(const ChildPlan& plan) {
  alignas(64) char stack[1 << 16];
  const int sharing = plan.inside ? 0 : CLONE_VM | CLONE_VFORK;
  const pid_t pid =
      ::clone(run_program_entry, stack + sizeof stack, sharing | SIGCHLD, const_cast<ChildPlan*>(&plan));
  ASAN_UNPOISON_MEMORY_REGION(stack, sizeof stack);  // the frames in it were left by exec, not by returning
  return pid;
}

// ---- the inner init ----

// Where the grader is killed meanwhile, no end of the socket tells: this process has a copy of the grader's,
// too. Later the signal would come too soon, with the end of the thread that started us.
void wait_for_go(int status_fd) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  char order = 0;
  if (::recv(status_fd, &order, 1, 0) != 1 || order != static_cast<char>(Order::kGo)) ::_exit(1);
  ::prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
}

int block_signals() {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  return ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

void enter_groups(const ChildPlan& plan) {
  for (const int tasks : plan.group_tasks)
    if (::write(tasks, "0", 1) != 1) fail_step(plan.status_fd, "cannot enter a control group");
}

void enter_namespaces(const ChildPlan& plan) {
  if (plan.layers.user_namespace) check(plan.status_fd, map_own_ids(plan.outer_uid, plan.outer_gid));
  if (!plan.layers.namespaces) return;
  check(plan.status_fd, enter_root(plan.root));
  const char name[] = "sandbox";
  if (::sethostname(name, sizeof name - 1) != 0) fail_step(plan.status_fd, "cannot set the host name");
}

void keep_open(int fd) {
  ::fcntl(fd, F_SETFD, 0);
}

[[noreturn]] void become_watcher(const ChildPlan& plan, const Watch& what) {
  keep_open(what.status_fd);
  keep_open(what.signal_fd);
  char words[3][16];
  std::snprintf(words[0], sizeof words[0], "%d", static_cast<int>(what.program));
  std::snprintf(words[1], sizeof words[1], "%d", what.status_fd);
  std::snprintf(words[2], sizeof words[2], "%d", what.signal_fd);
  char name[] = "sandbox_watcher";
  char yes[] = "1";
  char no[] = "0";
  char* const arguments[] = {
      name, words[0], words[1], words[2], what.namespaces ? yes : no, what.locked ? yes : no, nullptr};
  char* const environment[] = {nullptr};
  ::syscall(SYS_execveat, plan.watcher, "", arguments, environment, AT_EMPTY_PATH);
  fail_step(plan.status_fd, "cannot start the sandbox's watcher");
}

}  // namespace

void run_child(const ChildPlan& plan) {
  const bool shares_memory = plan.watcher >= 0;
  const int signal_fd = block_signals();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  if (!shares_memory) wait_for_go(plan.status_fd);
  enter_groups(plan);
  enter_namespaces(plan);
  // Init holds a copy of the grader's memory: nobody may look into it.
  if (!shares_memory) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  const pid_t program = start_program(plan);
  if (program < 0) fail_step(plan.status_fd, "cannot start a process");
  const Watch what{.program = program,
                   .status_fd = plan.status_fd,
                   .signal_fd = signal_fd,
                   .namespaces = plan.layers.namespaces,
                   .locked = plan.locked,
                   .tells_started = plan.inside == nullptr};
  if (shares_memory) become_watcher(plan, what);
  watch(what);
}

}  // namespace grader::sandbox

#include "grader/sandbox/spawn.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sanitizer/asan_interface.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "grader/sandbox/child.h"

namespace grader::sandbox {
namespace {

struct Ends {
  UniqueFd ours;
  UniqueFd theirs;
};

Result<Ends> output_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return fail_errno("sandbox: cannot make a pipe", errno);
  ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return Ends{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

// A pipe whose other end is closed at once: reading it gives the end of the file, and no device is handed in.
Result<Ends> empty_input() {
  auto pipe = output_pipe();
  if (pipe) pipe->theirs.reset();
  return pipe;
}

Result<Ends> status_sockets() {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
    return fail_errno("sandbox: cannot make a socket", errno);
  return Ends{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

struct Channels {
  Ends in;
  Ends out;
  Ends err;
  Ends status;
};

Result<void> open_channels(Channels& channels) {
  for (auto [ends, make] :
       {std::pair{&channels.in, &empty_input}, std::pair{&channels.out, &output_pipe},
        std::pair{&channels.err, &output_pipe}, std::pair{&channels.status, &status_sockets}}) {
    auto made = make();
    if (!made) return tl::make_unexpected(made.error());
    *ends = *std::move(made);
  }
  return {};
}

// The raw calls: glibc's fork cannot take flags. No SIGCHLD is asked for, so that nobody else who waits for
// children in this process meets ours.
long clone_into(unsigned long flags, int* pidfd, const UniqueFd& group) {
  struct clone_args args {};
  args.flags = flags | CLONE_INTO_CGROUP;
  args.pidfd = reinterpret_cast<std::uint64_t>(pidfd);
  args.cgroup = static_cast<std::uint64_t>(group.get());
  return ::syscall(SYS_clone3, &args, sizeof args);
}

struct Clone {
  pid_t pid = -1;
  bool in_group = false;  // else it is to be put there: Docker refuses clone3
  UniqueFd pidfd;
};

int run_child_entry(void* plan) {
  run_child(*static_cast<const ChildPlan*>(plan));
}

// In our own memory, while this thread waits until the child has become the watcher: a copy would have every
// page that we write afterwards copied, too, and every thread of ours interrupted for it.
long clone_sharing(unsigned long flags, int* pidfd, const ChildPlan& plan) {
  static const int dumpable = ::prctl(PR_GET_DUMPABLE);
  alignas(64) char stack[1 << 18];
  const int pid =
      ::clone(run_child_entry, stack + sizeof stack, static_cast<int>(flags | CLONE_VM | CLONE_VFORK),
              const_cast<ChildPlan*>(&plan), pidfd);
  ASAN_UNPOISON_MEMORY_REGION(stack, sizeof stack);  // its frames were left by exec, not by returning
  // A change of user in there was one of our memory's, too.
  ::prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
  return pid;
}

Clone clone_child(const ChildPlan& plan, const UniqueFd& group) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int fd = -1;
  const unsigned long flags = clone_flags(plan.layers) | CLONE_PIDFD;
  long pid = group ? clone_into(flags, &fd, group) : -1;
  const bool in_group = pid >= 0;
  if (pid < 0)
    pid = plan.watcher >= 0 ? clone_sharing(flags, &fd, plan)
                            : ::syscall(SYS_clone, flags, nullptr, &fd, nullptr, nullptr);
  if (pid == 0) run_child(plan);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return {.pid = static_cast<pid_t>(pid), .in_group = in_group, .pidfd = UniqueFd(pid > 0 ? fd : -1)};
}

// Beside this program in the build's folder; -1 where it is not.
int watcher_program() {
  static const UniqueFd watcher = [] {
    std::error_code ec;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ec);
    for (auto folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
      UniqueFd found(::open((folder / "grader/sandbox/sandbox_watcher").c_str(), O_RDONLY | O_CLOEXEC));
      if (found) return found;
    }
    return UniqueFd();
  }();
  return watcher.get();
}

// Not in a user namespace, where the ids are written to files that belong to whose memory it is; nor where
// the child has to be cloned into its group, or waits until it is put there.
bool can_share(const ChildPlan& plan, const ControlGroup::Doors& doors) {
  return plan.inside == nullptr && !plan.layers.user_namespace && !doors.folder;
}

Result<void> make_group(Handles& handles, ControlGroup::Doors& doors, const Limits& limits,
                        const Layers& layers) {
  GroupRoots roots;
  if (layers.memory_group) roots.memory = group_roots().memory;
  if (layers.process_group) roots.pids = group_roots().pids;
  const std::int64_t memory = limits.total_memory_bytes > 0 ? limits.total_memory_bytes : limits.memory_bytes;
  auto group = ControlGroup::make(roots, {.memory_bytes = memory, .processes = limits.processes});
  if (!group) return tl::make_unexpected(group.error());
  handles.group = *std::move(group);
  if (!handles.group) return {};
  auto opened = handles.group->doors();
  if (!opened) return tl::make_unexpected(opened.error());
  doors = *std::move(opened);
  return {};
}

}  // namespace

Result<std::unique_ptr<ChildProcess>> spawn(const Program& program, const Limits& limits,
                                            const Layers& layers, Inside inside) {
  const auto started = std::chrono::steady_clock::now();
  Channels channels;
  if (auto opened = open_channels(channels); !opened) return tl::make_unexpected(opened.error());
  ChildPlan plan;
  if (auto filled = fill_plan(plan, program, limits, layers); !filled)
    return tl::make_unexpected(filled.error());
  plan.inside = inside;
  plan.stdin_fd = channels.in.ours.get();
  plan.stdout_fd = channels.out.theirs.get();
  plan.stderr_fd = channels.err.theirs.get();
  plan.status_fd = channels.status.theirs.get();
  Handles handles;
  ControlGroup::Doors doors;
  if (auto made = make_group(handles, doors, limits, layers); !made) return tl::make_unexpected(made.error());
  for (const UniqueFd& tasks : doors.tasks) plan.group_tasks.push_back(tasks.get());
  if (can_share(plan, doors)) plan.watcher = watcher_program();
  Clone clone = clone_child(plan, doors.folder);
  if (clone.pid < 0) return fail_errno("sandbox: cannot clone a process", errno);
  handles.pidfd = std::move(clone.pidfd);
  handles.status = std::move(channels.status.ours);
  handles.out = std::move(channels.out.ours);
  handles.err = std::move(channels.err.ours);
  handles.own_user = std::move(plan.own_user);
  channels = {};
  auto process = std::make_unique<ChildProcess>(std::move(handles), limits, started);
  if (plan.watcher < 0) {  // else it was not waited for
    const std::optional<pid_t> outside = clone.in_group ? std::nullopt : std::optional(clone.pid);
    if (auto gone = process->let_go(outside); !gone) return tl::make_unexpected(gone.error());
  }
  if (auto running = process->wait_for_start(); !running) return tl::make_unexpected(running.error());
  return process;
}

}  // namespace grader::sandbox

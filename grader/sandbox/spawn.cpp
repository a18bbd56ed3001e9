#include "grader/sandbox/spawn.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

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

// The raw call: glibc's fork cannot take flags, and clone3 is refused in Docker. No SIGCHLD is asked for, so
// that nobody else who waits for children in this process meets ours.
pid_t clone_child(const ChildPlan& plan, UniqueFd& pidfd) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int fd = -1;
  const unsigned long flags = clone_flags(plan.layers) | CLONE_PIDFD;
  const long pid = ::syscall(SYS_clone, flags, nullptr, &fd, nullptr, nullptr);
  if (pid == 0) run_child(plan);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid > 0) pidfd.reset(fd);
  return static_cast<pid_t>(pid);
}

Result<std::optional<ControlGroup>> make_group(const Limits& limits, const Layers& layers) {
  GroupRoots roots;
  if (layers.memory_group) roots.memory = group_roots().memory;
  if (layers.process_group) roots.pids = group_roots().pids;
  const std::int64_t memory = limits.total_memory_bytes > 0 ? limits.total_memory_bytes : limits.memory_bytes;
  return ControlGroup::make(roots, {.memory_bytes = memory, .processes = limits.processes});
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
  auto group = make_group(limits, layers);
  if (!group) return tl::make_unexpected(group.error());
  handles.group = *std::move(group);
  const pid_t pid = clone_child(plan, handles.pidfd);
  if (pid < 0) return fail_errno("sandbox: cannot clone a process", errno);
  handles.status = std::move(channels.status.ours);
  handles.out = std::move(channels.out.ours);
  handles.err = std::move(channels.err.ours);
  handles.own_user = std::move(plan.own_user);
  channels = {};
  auto process = std::make_unique<ChildProcess>(std::move(handles), limits, started);
  if (auto gone = process->let_go(pid); !gone) return tl::make_unexpected(gone.error());
  if (auto running = process->wait_for_start(); !running) return tl::make_unexpected(running.error());
  return process;
}

}  // namespace grader::sandbox

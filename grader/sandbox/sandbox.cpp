#include "grader/sandbox/sandbox.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "grader/sandbox/child.h"
#include "grader/sandbox/child_plan.h"
#include "grader/sandbox/process.h"

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
Result<UniqueFd> empty_input() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return fail_errno("sandbox: cannot make a pipe", errno);
  ::close(fds[1]);
  return UniqueFd(fds[0]);
}

Result<Ends> status_sockets() {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
    return fail_errno("sandbox: cannot make a socket", errno);
  return Ends{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

void point_at(std::vector<std::string>& texts, std::vector<char*>& pointers) {
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
}

void fill_plan(ChildPlan& plan, const Program& program, const Limits& limits) {
  plan.path = program.path.string();
  plan.folder = program.folder.string();
  plan.arguments.push_back(plan.path);
  plan.arguments.insert(plan.arguments.end(), program.arguments.begin(), program.arguments.end());
  plan.environment = program.environment;
  point_at(plan.arguments, plan.argv);
  point_at(plan.environment, plan.envp);
  plan.limits = limits;
  plan.pass_fds = program.pass_fds;
}

// The raw call: glibc's fork cannot take flags, and clone3 is refused in Docker. No SIGCHLD is asked for, so
// that nobody else who waits for children in this process meets ours.
pid_t clone_child(const ChildPlan& plan, unsigned long flags, UniqueFd& pidfd) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int fd = -1;
  const long pid = ::syscall(SYS_clone, flags | CLONE_PIDFD, nullptr, &fd, nullptr, nullptr);
  if (pid == 0) run_child(plan);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid > 0) pidfd.reset(fd);
  return static_cast<pid_t>(pid);
}

}  // namespace

Result<std::unique_ptr<Process>> start(const Program& program, const Limits& limits, Mode) {
  const auto started = std::chrono::steady_clock::now();
  auto out = output_pipe();
  if (!out) return tl::make_unexpected(out.error());
  auto err = output_pipe();
  if (!err) return tl::make_unexpected(err.error());
  auto in = empty_input();
  if (!in) return tl::make_unexpected(in.error());
  auto status = status_sockets();
  if (!status) return tl::make_unexpected(status.error());
  ChildPlan plan;
  fill_plan(plan, program, limits);
  plan.stdin_fd = in->get();
  plan.stdout_fd = out->theirs.get();
  plan.stderr_fd = err->theirs.get();
  plan.status_fd = status->theirs.get();
  Handles handles;
  handles.pid = clone_child(plan, 0, handles.pidfd);
  if (handles.pid < 0) return fail_errno("sandbox: cannot clone a process", errno);
  status->theirs.reset();
  out->theirs.reset();
  err->theirs.reset();
  handles.status = std::move(status->ours);
  handles.out = std::move(out->ours);
  handles.err = std::move(err->ours);
  const char order = static_cast<char>(Order::kGo);
  (void)!::send(handles.status.get(), &order, 1, MSG_NOSIGNAL);
  auto process = std::make_unique<ChildProcess>(std::move(handles), limits, started);
  const auto running = process->wait_for_start();
  if (!running) return tl::make_unexpected(running.error());
  return process;
}

Result<Finished> run(const Program& program, const Limits& limits, Mode mode) {
  auto process = start(program, limits, mode);
  if (!process) return tl::make_unexpected(process.error());
  return (*process)->wait();
}

const Isolation& available() {
  static const Isolation isolation{.level = 0, .layers = {"limits"}, .missing = {}};
  return isolation;
}

bool has_own_root(Profile, Mode) {
  return false;
}

}  // namespace grader::sandbox

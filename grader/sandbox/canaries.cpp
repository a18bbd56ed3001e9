#include "grader/sandbox/canaries.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>

#include "grader/sandbox/lock.h"

namespace grader::sandbox {
namespace {

int error_of(long result) {
  return result < 0 ? errno : 0;
}

int read_password_file() {
  return error_of(::open("/etc/passwd", O_RDONLY | O_CLOEXEC));
}

int write_file() {
  return error_of(::open("/usr/lib/canary", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

int open_socket() {
  return error_of(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

int start_process() {
  const long pid = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (pid == 0) ::_exit(0);
  return error_of(pid);
}

int take_memory() {
  constexpr std::size_t kGibibyte = 1 << 30;
  void* memory = ::mmap(nullptr, kGibibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

int signal_parent() {
  return error_of(::kill(::getppid(), SIGCONT));
}

int trace_parent() {
  constexpr int kAttach = 16;
  return error_of(::syscall(SYS_ptrace, kAttach, ::getppid(), nullptr, nullptr));
}

int loop_for_ever() {
  volatile bool for_ever = true;
  while (for_ever) {
  }
  return 0;
}

constexpr std::array kChildCanaries = {
    CanaryTask{"opens /etc/passwd", read_password_file}, CanaryTask{"writes a file", write_file},
    CanaryTask{"opens a socket", open_socket},           CanaryTask{"starts a process", start_process},
    CanaryTask{"takes 1 GiB of memory", take_memory},    CanaryTask{"signals its parent", signal_parent},
    CanaryTask{"traces its parent", trace_parent},       CanaryTask{"loops for ever", loop_for_ever, true}};

constexpr std::array kToolCanaries = {CanaryTask{"opens /etc/passwd while compiling", read_password_file},
                                      CanaryTask{"writes a file while compiling", write_file},
                                      CanaryTask{"opens a socket while compiling", open_socket},
                                      CanaryTask{"traces its parent while compiling", trace_parent}};

ChildLock canary_lock() {
  ChildLock lock;
  lock.cpu_time = std::chrono::milliseconds(1000);
  lock.module = "/no/module";  // nothing is to be read at all
  return lock;
}

void report(std::size_t index, const char* kind, const std::string& what) {
  char line[128];
  const int size = std::snprintf(line, sizeof line, "%zu %s %s\n", index, kind, what.c_str());
  (void)!::write(STDOUT_FILENO, line, static_cast<std::size_t>(size));
}

// As the runner does: the listener, then either a forbidden call or the end.
std::string forbidden_call(const UniqueFd& socket) {
  constexpr int kLongestMs = 10000;
  const auto listener = receive_listener(socket.get());
  if (!listener || !*listener) return "";
  struct pollfd ready {
    listener->get(), POLLIN, 0
  };
  ::poll(&ready, 1, kLongestMs);
  return take_forbidden_call(listener->get());
}

void fly_one(std::size_t index, const CanaryTask& task) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  const pid_t pid = ::fork();
  if (pid == 0) {
    ChildLock lock = canary_lock();
    ::close(ends[0]);
    lock.listener_socket = ends[1];
    ::_exit(lock_child(lock) ? task.fly() : 0);
  }
  ::close(ends[1]);
  const UniqueFd socket(ends[0]);
  if (pid < 0) return;  // no line: the canary counts as not refused
  const std::string call = forbidden_call(socket);
  if (!call.empty()) ::kill(pid, SIGKILL);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (!call.empty()) return report(index, "call", call);
  if (WIFSIGNALED(status)) return report(index, "signal", std::to_string(WTERMSIG(status)));
  report(index, "exit", std::to_string(WEXITSTATUS(status)));
}

int fly_all(bool slow_too) {
  if (!prepare_lock(canary_lock())) return 1;
  for (std::size_t i = 0; i < kChildCanaries.size(); ++i)
    if (slow_too || !kChildCanaries[i].slow) fly_one(i, kChildCanaries[i]);
  return 0;
}

}  // namespace

std::span<const CanaryTask> child_canaries() {
  return kChildCanaries;
}

std::span<const CanaryTask> tool_canaries() {
  return kToolCanaries;
}

int fly_in_runner() {
  return fly_all(false);
}

int fly_in_runner_thoroughly() {
  return fly_all(true);
}

int fly_in_tool() {
  for (std::size_t i = 0; i < kToolCanaries.size(); ++i)
    report(i, "exit", std::to_string(kToolCanaries[i].fly()));
  return 0;
}

}  // namespace grader::sandbox

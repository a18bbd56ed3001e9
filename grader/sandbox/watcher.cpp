#include "grader/sandbox/watcher.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "grader/sandbox/privileges.h"

namespace grader::sandbox {
namespace {

void close_all_but(int a, int b) {
  const auto low = static_cast<unsigned>(std::min(a, b));
  const auto high = static_cast<unsigned>(std::max(a, b));
  if (low > 0) ::close_range(0, low - 1, 0);
  if (high > low + 1) ::close_range(low + 1, high - 1, 0);
  ::close_range(high + 1, ~0U, 0);
}

// Takes down what is left: children of dead children come to us, as we are their subreaper.
void kill_all_children() {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/children", static_cast<int>(::getpid()));
  for (;;) {
    int status = 0;
    while (::waitpid(-1, &status, WNOHANG) > 0) {
    }
    if (::waitpid(-1, &status, WNOHANG) < 0) return;
    char text[4096];
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t count = fd < 0 ? 0 : ::read(fd, text, sizeof text);
    if (fd >= 0) ::close(fd);
    int pid = 0;
    for (ssize_t i = 0; i < count; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (text[i] - '0');
        continue;
      }
      if (pid > 0) ::kill(pid, SIGKILL);
      pid = 0;
    }
    ::waitpid(-1, &status, 0);
  }
}

// True once the program itself has ended. Waits for it where `options` does not say WNOHANG.
bool reap(pid_t program, int options, Status& end) {
  for (;;) {
    int status = 0;
    struct rusage usage {};
    const pid_t pid = ::wait4(-1, &status, options, &usage);
    if (pid <= 0) return false;
    if (pid != program) continue;
    end.kind = Status::Kind::kEnded;
    end.wait_status = status;
    end.usage = usage;
    return true;
  }
}

// Until the program ends or the grader says so, and then tells how; or until the grader is gone.
void watch_program(pid_t program, int status_fd, int signal_fd) {
  Status end;
  bool ended = false;
  while (!ended) {
    struct pollfd fds[] = {{status_fd, POLLIN, 0}, {signal_fd, POLLIN, 0}};
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) return;
    if (fds[0].revents != 0) {
      char order = 0;
      if (::recv(status_fd, &order, 1, 0) != 1) return;
      ::kill(program, SIGKILL);
      ended = reap(program, 0, end);
      break;
    }
    struct signalfd_siginfo info {};
    if (fds[1].revents != 0) (void)!::read(signal_fd, &info, sizeof info);
    ended = reap(program, WNOHANG, end);
  }
  if (ended) send_status(status_fd, end);
}

}  // namespace

void send_status(int fd, const Status& status) {
  while (::send(fd, &status, sizeof status, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

void send_started(int fd) {
  Status started;
  started.kind = Status::Kind::kStarted;
  send_status(fd, started);
}

void watch(const Watch& watch) {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  close_all_but(watch.status_fd, watch.signal_fd);
  if (watch.locked) (void)drop_capabilities(1ULL << CAP_KILL);
  if (watch.tells_started) send_started(watch.status_fd);
  watch_program(watch.program, watch.status_fd, watch.signal_fd);
  if (!watch.namespaces) kill_all_children();
  ::_exit(0);
}

}  // namespace grader::sandbox

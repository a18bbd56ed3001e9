#include "grader/sandbox/process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "grader/sandbox/rlimits.h"

namespace grader::sandbox {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long the inner init may take to take everything down before it is killed itself.
constexpr milliseconds kKillGrace{2000};
// Far more than any setup takes, even on a machine that is busy with everything else.
constexpr int kSetupGraceMs = 60000;
// At most so much is read in one go, so that a flood can not keep the reader from its clock.
constexpr int kReadsAtOnce = 16;

milliseconds as_ms(const timeval& time) {
  return milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000);
}

}  // namespace

ChildProcess::ChildProcess(Handles handles, const Limits& limits, steady_clock::time_point started)
    : handles_(std::move(handles)),
      limits_(limits),
      started_(started),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  outputs_[0].fd = std::move(handles_.out);
  outputs_[1].fd = std::move(handles_.err);
  for (const int fd : {outputs_[0].fd.get(), outputs_[1].fd.get(), handles_.status.get(),
                       handles_.pidfd.get(), timer_.get()})
    watch(fd);
  arm(limits_.wall_time);
}

ChildProcess::~ChildProcess() {
  if (finished_) return;
  kill();
  wait();
}

void ChildProcess::watch(int fd) {
  struct epoll_event event {};
  event.events = EPOLLIN;
  event.data.fd = fd;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
}

void ChildProcess::arm(milliseconds in) {
  const auto ms = std::max<std::int64_t>(1, in.count());
  struct itimerspec when {};
  when.it_value.tv_sec = ms / 1000;
  when.it_value.tv_nsec = (ms % 1000) * 1'000'000;
  ::timerfd_settime(timer_.get(), 0, &when, nullptr);
}

Result<void> ChildProcess::let_go(std::optional<pid_t> outside) {
  if (handles_.group && outside)
    if (auto added = handles_.group->add(*outside); !added) return added;
  const char order = static_cast<char>(Order::kGo);
  (void)!::send(handles_.status.get(), &order, 1, MSG_NOSIGNAL);
  return {};
}

Result<void> ChildProcess::wait_for_start() {
  struct pollfd word {
    handles_.status.get(), POLLIN, 0
  };
  while (::poll(&word, 1, kSetupGraceMs) < 0 && errno == EINTR) {
  }
  Status status;
  const ssize_t count = ::recv(handles_.status.get(), &status, sizeof status, MSG_DONTWAIT);
  if (count == sizeof status && status.kind == Status::Kind::kStarted) return {};
  if (count == sizeof status && status.kind == Status::Kind::kFailed)
    return fail_internal(fmt::format("sandbox: {}: {}", status.step, std::strerror(status.error_number)));
  if (count < 0) return fail_internal("sandbox: the setup did not come to an end");
  return fail_internal("sandbox: the inner process ended during its setup");
}

void ChildProcess::read_output(Output& output) {
  std::array<char, 1 << 16> buffer;
  for (int i = 0; i < kReadsAtOnce && output.fd; ++i) {
    const ssize_t count = ::read(output.fd.get(), buffer.data(), buffer.size());
    if (count < 0) return;
    if (count == 0) {
      output.fd.reset();
      return;
    }
    output.seen += count;
    const auto room = limits_.output_bytes - static_cast<std::int64_t>(output.kept.size());
    output.kept.append(buffer.data(), static_cast<std::size_t>(std::clamp<std::int64_t>(room, 0, count)));
    if (output.seen > limits_.output_kill_bytes) end_by(Ended::How::kOutputLimit);
  }
}

void ChildProcess::read_status() {
  Status status;
  const ssize_t count = ::recv(handles_.status.get(), &status, sizeof status, MSG_DONTWAIT);
  if (count < 0) return;
  if (count == sizeof status && status.kind == Status::Kind::kEnded) end_ = status;
  if (count == 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, handles_.status.get(), nullptr);
}

void ChildProcess::on_timer() {
  std::uint64_t fired = 0;
  if (::read(timer_.get(), &fired, sizeof fired) != sizeof fired) return;
  if (!kill_sent_) return end_by(Ended::How::kTimeLimit);
  ::syscall(SYS_pidfd_send_signal, handles_.pidfd.get(), SIGKILL, nullptr, 0);
}

void ChildProcess::end_by(Ended::How how) {
  if (!forced_ && !end_) forced_ = how;
  kill();
}

void ChildProcess::kill() {
  if (kill_sent_ || finished_) return;
  kill_sent_ = true;
  // Init kills and says what was used; should it not come to that, the timer kills init.
  const char order = static_cast<char>(Order::kKill);
  (void)!::send(handles_.status.get(), &order, 1, MSG_NOSIGNAL);
  arm(kKillGrace);
}

bool ChildProcess::pump() {
  if (finished_) return true;
  on_timer();
  for (Output& output : outputs_) read_output(output);
  siginfo_t info{};
  const int waited = ::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(handles_.pidfd.get()), &info,
                              WEXITED | WNOHANG | WNOWAIT | __WALL);
  if (waited == 0 && info.si_pid == 0) {
    read_status();
    return false;
  }
  reap();
  return true;
}

void ChildProcess::reap() {
  siginfo_t info{};
  struct rusage usage {};
  // The raw call tells what init and all it waited for have used, also those that the kernel took down with
  // it.
  ::syscall(SYS_waitid, P_PIDFD, handles_.pidfd.get(), &info, WEXITED | __WALL, &usage);
  read_status();
  // Whoever could write is dead: what is in the pipes is all there is.
  for (Output& output : outputs_) {
    for (std::int64_t before = -1; before != output.seen && output.fd;) {
      before = output.seen;
      read_output(output);
    }
    output.fd.reset();
  }
  finished_ = true;
  fill_end();
}

void ChildProcess::judge_by_wait_status(int status) {
  Ended& ended = result_.ended;
  const bool cpu_used_up = ended.cpu_time >= limits_.cpu_time;
  if (WIFEXITED(status)) {
    ended.code = WEXITSTATUS(status);
    ended.how = ended.code != 0 && cpu_used_up ? Ended::How::kTimeLimit : Ended::How::kExited;
    return;
  }
  ended.code = WTERMSIG(status);
  ended.how = Ended::How::kSignalled;
  if (ended.code == SIGXCPU || (ended.code == SIGKILL && cpu_used_up)) ended.how = Ended::How::kTimeLimit;
  if (ended.code == SIGXFSZ) ended.how = Ended::How::kFileLimit;
  if (ended.code == SIGSYS) {
    ended.how = Ended::How::kForbiddenCall;
    ended.detail = "a forbidden system call";
  }
}

void ChildProcess::fill_end() {
  Ended& ended = result_.ended;
  ended.wall_time = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_);
  if (end_) {
    ended.cpu_time = as_ms(end_->usage.ru_utime) + as_ms(end_->usage.ru_stime);
    ended.peak_memory_bytes = end_->usage.ru_maxrss * 1024;
    judge_by_wait_status(end_->wait_status);
  } else {
    ended.how = Ended::How::kSignalled;
    ended.code = SIGKILL;
  }
  if (handles_.group) {
    if (handles_.group->killed_for_memory()) ended.how = Ended::How::kMemoryLimit;
    ended.peak_memory_bytes = std::max(ended.peak_memory_bytes, handles_.group->peak_bytes());
    handles_.group.reset();
  }
  handles_.own_user.reset();
  if (forced_) ended.how = *forced_;
  result_.output_cut = outputs_[0].seen > limits_.output_bytes || outputs_[1].seen > limits_.output_bytes;
  result_.stdout_text = std::move(outputs_[0].kept);
  result_.stderr_text = std::move(outputs_[1].kept);
}

Finished ChildProcess::wait() {
  while (!pump()) {
    struct epoll_event event {};
    ::epoll_wait(epoll_.get(), &event, 1, -1);
  }
  return result_;
}

}  // namespace grader::sandbox

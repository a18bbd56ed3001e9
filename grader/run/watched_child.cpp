#include "grader/run/watched_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

namespace grader {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds kMemoryInterval{10};
constexpr milliseconds kLeastInterval{1};

microseconds to_microseconds(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + microseconds(time.tv_usec);
}

}  // namespace

WatchedChild::WatchedChild(const control::Command& command, pid_t pid, Descriptors descriptors,
                           StartSlot* slot, bool watch_memory)
    : command_(command), pid_(pid), fds_(std::move(descriptors)), slot_(slot) {
  if (!watch_memory) return;
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/statm", pid);
  statm_.reset(::open(path.data(), O_RDONLY | O_CLOEXEC));
}

WatchedChild::~WatchedChild() {
  if (pid_ < 0) return;
  kill(control::Killed::kByOrder);
  take_end();
}

int WatchedChild::listener_fd() const {
  if (killed_ != control::Killed::kNot) return -1;
  return listener_ ? listener_.get() : fds_.listener_socket.get();
}

void WatchedChild::on_listener(short events) {
  if (!listener_ && fds_.listener_socket) {
    auto listener = sandbox::receive_listener(fds_.listener_socket.get());
    fds_.listener_socket.reset();
    if (listener) listener_ = std::move(*listener);
  } else if ((events & POLLIN) == 0) {
    listener_.reset();  // hung up: the process has ended
  } else if (const std::string call = sandbox::take_forbidden_call(listener_.get()); !call.empty()) {
    call.copy(forbidden_call_.data(), forbidden_call_.size() - 1);
    kill(control::Killed::kForbiddenCall);
  }
}

WatchedChild::Clock::time_point WatchedChild::check_limits() {
  const auto now = Clock::now();
  if (killed_ != control::Killed::kNot) return now + milliseconds(command_.wall_ms);
  const auto wall_left = started_ + milliseconds(command_.wall_ms) - now;
  const auto cpu_left = milliseconds(command_.cpu_ms) - cpu_time();
  if (cpu_left <= microseconds(0)) kill(control::Killed::kCpuTime);
  if (wall_left <= Clock::duration(0)) kill(control::Killed::kWallTime);
  if (statm_ && resident_bytes() > command_.memory_bytes) kill(control::Killed::kMemory);
  auto next = std::min<Clock::duration>(wall_left, std::max<Clock::duration>(cpu_left, kLeastInterval));
  if (statm_) next = std::min<Clock::duration>(next, kMemoryInterval);
  return now + next;
}

void WatchedChild::kill(control::Killed why) {
  if (killed_ == control::Killed::kNot) killed_ = why;
  ::kill(pid_, SIGKILL);
}

control::Report WatchedChild::take_end() {
  ::kill(-pid_, SIGKILL);  // the number is not given to others before it is reaped
  int status = 0;
  rusage usage{};
  while (::wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  control::Report report{
      .id = command_.id, .ready = slot_->ready.load(), .killed = killed_, .wait_status = status};
  report.wall_us = std::chrono::duration_cast<microseconds>(Clock::now() - started_).count();
  report.cpu_us = (to_microseconds(usage.ru_utime) + to_microseconds(usage.ru_stime)).count();
  report.peak_bytes = std::int64_t{usage.ru_maxrss} * 1024;
  if (!report.ready) slot_->failure.back() = '\0';
  control::set_text(report, report.ready ? forbidden_call_.data() : slot_->failure.data());
  return report;
}

microseconds WatchedChild::cpu_time() const {
  timespec used{};
  clockid_t clock{};
  if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return microseconds(0);
  return std::chrono::seconds(used.tv_sec) + microseconds(used.tv_nsec / 1000);
}

std::int64_t WatchedChild::resident_bytes() const {
  std::array<char, 128> text{};
  const ssize_t size = ::pread(statm_.get(), text.data(), text.size(), 0);
  const std::string_view line(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::size_t second = line.find(' ');
  std::int64_t pages = 0;
  if (second != std::string_view::npos)
    std::from_chars(line.data() + second + 1, line.data() + line.size(), pages);
  return pages * ::sysconf(_SC_PAGESIZE);
}

}  // namespace grader

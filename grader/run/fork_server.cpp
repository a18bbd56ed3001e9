#include "grader/run/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "grader/run/strays.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSlotsBytes = ForkServer::kMostChildren * sizeof(StartSlot);
constexpr int kFirstFree = 16;  // a child's own descriptors are below, see run_child

Result<UniqueFd> open_empty_input() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("cannot make a pipe", errno);
  ::close(ends[1]);
  UniqueFd low(ends[0]);
  UniqueFd input(::fcntl(low.get(), F_DUPFD_CLOEXEC, kFirstFree));
  if (!input) return fail_errno("cannot copy a descriptor", errno);
  // So that no descriptor of a request is given a number that its child needs.
  for (int fd = control::kSocket + 1; fd < kFirstFree; ++fd) ::dup3(input.get(), fd, O_CLOEXEC);
  low.release();
  return input;
}

UniqueFd open_pidfd(pid_t pid) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

struct SocketPair {
  UniqueFd runner;
  UniqueFd child;
};

/// For the listener of a child that takes the lock; both empty where there is no lock.
SocketPair listener_sockets(sandbox::Mode mode) {
  int ends[2];
  if (mode == sandbox::Mode::kOff || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return {};
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<pid_t> pids(const std::vector<std::unique_ptr<WatchedChild>>& children) {
  std::vector<pid_t> numbers;
  for (const auto& child : children) numbers.push_back(child->pid());
  return numbers;
}

int poll_milliseconds(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000));
}

}  // namespace

ForkServer::ForkServer(UniqueFd control, ChildSetup setup, UniqueFd empty_input)
    : control_(std::move(control)), setup_(std::move(setup)), empty_input_(std::move(empty_input)) {
  setup_.empty_input = empty_input_.get();
}

Result<ForkServer> ForkServer::make(UniqueFd control, ChildSetup setup) {
  auto empty_input = open_empty_input();
  if (!empty_input) return tl::make_unexpected(empty_input.error());
  if (setup.mode == sandbox::Mode::kOn) {
    const auto prepared = sandbox::prepare_lock(child_lock(setup, control::Command()));
    if (!prepared) return tl::make_unexpected(prepared.error());
  }
  ForkServer server(std::move(control), std::move(setup), std::move(*empty_input));
  server.slots_ = ::mmap(nullptr, kSlotsBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (server.slots_ == MAP_FAILED) return fail_errno("cannot map memory", errno);
  return server;
}

void ForkServer::serve() {
  while (take_commands()) {
    const auto until = check_limits();
    wait_for_event(until);
    collect_ends();
  }
}

bool ForkServer::take_commands() {
  for (;;) {
    auto received = control::receive_command(control_.get());
    if (!received) return false;
    if (!*received) return true;
    if ((*received)->command.kind == control::Command::Kind::kKill) {
      kill_child((*received)->command.id);
    } else {
      start_child(std::move(**received));
    }
  }
}

void ForkServer::start_child(control::Received received) {
  const auto count = received.descriptors.size();
  StartSlot* slot = free_slot();
  if (count + 1 < control::kMostDescriptors || slot == nullptr)
    return refuse(received.command.id, slot ? "descriptors are missing" : "too many runs at once");
  ChildTask task{.command = received.command, .slot = slot, .slots = slots_, .slots_bytes = kSlotsBytes};
  task.descriptors.fill(-1);
  for (std::size_t i = 0; i < std::min(count, task.descriptors.size()); ++i)
    task.descriptors[i] = received.descriptors[i].get();
  SocketPair sockets = listener_sockets(setup_.mode);
  task.listener_socket = sockets.child.get();
  fork_child(task, std::move(sockets.runner));
}

void ForkServer::fork_child(const ChildTask& task, UniqueFd listener_socket) {
  new (task.slot) StartSlot();
  const pid_t pid = ::fork();
  if (pid == 0) run_child(setup_, task);
  if (pid < 0) return refuse(task.command.id, "cannot fork a process");
  UniqueFd pidfd = open_pidfd(pid);
  if (!pidfd) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return refuse(task.command.id, "this kernel has no pidfd_open");
  }
  children_.push_back(std::make_unique<WatchedChild>(
      task.command, pid, WatchedChild::Descriptors{std::move(pidfd), std::move(listener_socket)}, task.slot,
      setup_.sanitized));
}

void ForkServer::kill_child(std::uint64_t id) {
  for (const auto& child : children_)
    if (child->id() == id) child->kill(control::Killed::kByOrder);
}

Clock::time_point ForkServer::check_limits() {
  auto next = Clock::now() + std::chrono::hours(1);
  for (const auto& child : children_) next = std::min(next, child->check_limits());
  return next;
}

void ForkServer::wait_for_event(Clock::time_point until) {
  std::vector<pollfd> fds{{control_.get(), POLLIN, 0}};
  for (const auto& child : children_) {
    fds.push_back({child->end_fd(), POLLIN, 0});
    fds.push_back({child->listener_fd(), POLLIN, 0});
  }
  if (::poll(fds.data(), fds.size(), poll_milliseconds(until)) <= 0) return;
  for (std::size_t i = 0; i < children_.size(); ++i)
    if (const short events = fds[2 + 2 * i].revents; events != 0) children_[i]->on_listener(events);
}

void ForkServer::collect_ends() {
  for (std::size_t i = 0; i < children_.size();) {
    pollfd fd{children_[i]->end_fd(), POLLIN, 0};
    if (::poll(&fd, 1, 0) <= 0) {
      ++i;
      continue;
    }
    const control::Report report = children_[i]->take_end();
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    if (setup_.mode == sandbox::Mode::kOff) end_strays(pids(children_));
    control::send_report(control_.get(), report);
  }
}

StartSlot* ForkServer::free_slot() {
  auto* slots = static_cast<StartSlot*>(slots_);
  for (std::size_t i = 0; i < kMostChildren; ++i) {
    const bool used =
        std::ranges::any_of(children_, [&](const auto& child) { return child->slot() == slots + i; });
    if (!used) return slots + i;
  }
  return nullptr;
}

void ForkServer::refuse(std::uint64_t id, std::string_view why) {
  control::Report report{.id = id};
  control::set_text(report, why);
  control::send_report(control_.get(), report);
}

}  // namespace grader

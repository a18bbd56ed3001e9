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
#include <array>
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

int lowest_free_descriptor() {
  return UniqueFd(::fcntl(control::kSocket, F_DUPFD_CLOEXEC, 0)).get();
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

int poll_milliseconds(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000));
}

}  // namespace

ForkServer::ForkServer(UniqueFd control, ChildSetup setup, UniqueFd empty_input)
    : control_(std::move(control)), setup_(std::move(setup)), empty_input_(std::move(empty_input)) {
  setup_.empty_input = empty_input_.get();
}

Result<std::unique_ptr<ForkServer>> ForkServer::make(UniqueFd control, ChildSetup setup) {
  auto empty_input = open_empty_input();
  if (!empty_input) return tl::make_unexpected(empty_input.error());
  if (setup.mode == sandbox::Mode::kOn) {
    setup.lock_first = lowest_free_descriptor();
    const auto filter = control::receive_filter(control.get());
    if (!filter) return tl::make_unexpected(filter.error());
    const auto prepared = sandbox::prepare_lock(child_lock(setup, control::Command()), *filter);
    if (!prepared) return tl::make_unexpected(prepared.error());
    setup.lock_end = lowest_free_descriptor();
  }
  std::unique_ptr<ForkServer> server(
      new ForkServer(std::move(control), std::move(setup), std::move(*empty_input)));
  server->slots_ = ::mmap(nullptr, kSlotsBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (server->slots_ == MAP_FAILED) return fail_errno("cannot map memory", errno);
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
  std::size_t place = 0;
  while (place < children_.size() && children_[place]) ++place;
  if (place == children_.size()) return refuse(received.command.id, "too many runs at once");
  if (received.count + 1 < control::kMostDescriptors)
    return refuse(received.command.id, "descriptors are missing");
  ChildTask task{.command = received.command,
                 .slot = static_cast<StartSlot*>(slots_) + place,
                 .slots = slots_,
                 .slots_bytes = kSlotsBytes};
  for (std::size_t i = 0; i < task.descriptors.size(); ++i)
    task.descriptors[i] = received.descriptors[i].get();
  SocketPair sockets = listener_sockets(setup_.mode);
  task.listener_socket = sockets.child.get();
  fork_child(place, task, std::move(sockets.runner));
}

void ForkServer::fork_child(std::size_t place, const ChildTask& task, UniqueFd listener_socket) {
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
  children_[place].emplace(task.command, pid,
                           WatchedChild::Descriptors{std::move(pidfd), std::move(listener_socket)}, task.slot,
                           setup_.sanitized);
}

void ForkServer::kill_child(std::uint64_t id) {
  for (auto& child : children_)
    if (child && child->id() == id) child->kill(control::Killed::kByOrder);
}

Clock::time_point ForkServer::check_limits() {
  auto next = Clock::now() + std::chrono::hours(1);
  for (auto& child : children_)
    if (child) next = std::min(next, child->check_limits());
  return next;
}

void ForkServer::wait_for_event(Clock::time_point until) {
  std::array<pollfd, 1 + 2 * kMostChildren> fds{};
  fds.fill({-1, POLLIN, 0});
  fds[0].fd = control_.get();
  nfds_t used = 1;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    if (!children_[i]) continue;
    fds[1 + 2 * i].fd = children_[i]->end_fd();
    fds[2 + 2 * i].fd = children_[i]->listener_fd();
    used = 3 + 2 * i;
  }
  if (::poll(fds.data(), used, poll_milliseconds(until)) <= 0) return;
  for (std::size_t i = 0; i < children_.size(); ++i)
    if (const short events = fds[2 + 2 * i].revents; events != 0) children_[i]->on_listener(events);
}

void ForkServer::collect_ends() {
  for (auto& child : children_) {
    pollfd fd{child ? child->end_fd() : -1, POLLIN, 0};
    if (!child || ::poll(&fd, 1, 0) <= 0) continue;
    const control::Report report = child->take_end();
    child.reset();
    if (setup_.mode == sandbox::Mode::kOff) end_strays([this](pid_t pid) { return runs(pid); });
    control::send_report(control_.get(), report);
  }
}

bool ForkServer::runs(pid_t pid) const {
  return std::ranges::any_of(children_, [pid](const auto& child) { return child && child->pid() == pid; });
}

void ForkServer::refuse(std::uint64_t id, std::string_view why) const {
  control::Report report{.id = id};
  control::set_text(report, why);
  control::send_report(control_.get(), report);
}

}  // namespace grader

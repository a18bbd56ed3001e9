#include "grader/run/session.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "grader/protocol/messages.h"
#include "grader/run/active_run.h"
#include "grader/run/control.h"
#include "grader/run/runner_link.h"
#include "grader/sandbox/lock.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

// A runner that dies is started again; one that dies again and again under the lock will not get better.
constexpr int kMostDeaths = 3;

int poll_milliseconds(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60000));
}

RunOutcome not_started(std::string why) {
  RunOutcome outcome;
  outcome.ended.how = Ended::How::kNotStarted;
  outcome.ended.detail = std::move(why);
  return outcome;
}

class RunnerSession final : public Session {
 public:
  RunnerSession(Options options, RunnerLink link)
      : options_(std::move(options)), link_(std::move(link)), isolation_(isolation_of(options_.mode)) {}

  void submit(const Request& request, const RunLimits& limits, Done done) override {
    queue_.push_back({.id = next_id_++,
                      .request = encode_request(request),
                      .calls = request.calls.size(),
                      .recording = request.recording != Recording::kOff,
                      .limits = limits,
                      .done = std::move(done)});
    start_queued();
  }

  bool pump(std::chrono::milliseconds timeout) override {
    start_queued();
    if (!active_.empty()) {
      const std::vector<pollfd> polled = wait_for_event(std::min(Clock::now() + timeout, next_overdue()));
      read_pipes(polled);
      take_reports();
      const bool dead = polled[kProcess].revents != 0 && link_->pump();
      if (dead || Clock::now() >= next_overdue()) on_runner_death();
      start_queued();
    }
    tell_finished();
    return !active_.empty() || !queue_.empty() || !finished_.empty();
  }

  void cancel() override {
    queue_.clear();
    finished_.clear();
    for (const auto& run : active_) kill_run(run->id());
    active_.clear();
  }

  const Isolation& isolation() const override { return isolation_; }

 private:
  struct Finished {
    Done done;
    RunOutcome outcome;
  };

  bool has_room() const {
    if (active_.empty()) return true;
    const bool alone = queue_.front().alone || active_.front()->queued().alone;
    return !alone && static_cast<int>(active_.size()) < std::clamp(options_.parallel, 1, control::kMostRuns);
  }

  void start_queued() {
    while (!queue_.empty() && (!link_ || has_room())) {
      QueuedRun run = std::move(queue_.front());
      queue_.pop_front();
      if (!link_) {
        finish(std::move(run.done), not_started(broken_));
        continue;
      }
      auto active = ActiveRun::start(run, link_->socket());
      if (active) {
        refused_ = 0;
        active_.push_back(std::move(*active));
      } else if (++refused_ <= kMostDeaths) {  // the runner is gone, and its end was not noticed yet
        queue_.push_front(std::move(run));
        on_runner_death();
      } else {
        finish(std::move(run.done), not_started(active.error().message));
      }
    }
  }

  static constexpr std::size_t kProcess = 1;    // in what is polled: after the socket
  static constexpr std::size_t kFirstPipe = 2;  // each active run's pipes, from here on

  std::vector<pollfd> wait_for_event(Clock::time_point until) const {
    std::vector<pollfd> fds{{link_->socket(), POLLIN, 0}, {link_->poll_fd(), POLLIN, 0}};
    const auto now = Clock::now();
    for (const auto& run : active_) {
      run->add_to_poll(fds, now);
      if (run->quiet_until() > now) until = std::min(until, run->quiet_until());
    }
    ::poll(fds.data(), fds.size(), poll_milliseconds(until));
    return fds;
  }

  void take_reports() {
    for (;;) {
      const auto report = control::receive_report(link_->socket());
      if (!report || !*report) return;  // a dead runner is noticed by its process
      const auto found =
          std::ranges::find_if(active_, [&](const auto& run) { return run->id() == (*report)->id; });
      if (found == active_.end()) continue;  // cancelled
      RunOutcome outcome = (*found)->finish(**report);
      finish((*found)->take_queued().done, std::move(outcome));
      active_.erase(found);
    }
  }

  void read_pipes(const std::vector<pollfd>& polled) {
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const std::span<const pollfd, ActiveRun::kPipes> pipes(
          polled.data() + kFirstPipe + i * ActiveRun::kPipes, ActiveRun::kPipes);
      if (active_[i]->read_pipes(pipes)) kill_run(active_[i]->id());
    }
  }

  void kill_run(std::uint64_t id) {
    if (!link_) return;
    control::Command command;
    command.kind = control::Command::Kind::kKill;
    command.id = id;
    control::send_command(link_->socket(), command, {});
  }

  Clock::time_point next_overdue() const {
    auto next = Clock::time_point::max();
    for (const auto& run : active_) next = std::min(next, run->overdue());
    return next;
  }

  void on_runner_death() {
    take_reports();  // what it could still tell
    const std::string why = link_->end();
    link_.reset();
    ++deaths_;
    const bool cause_known = active_.size() == 1 && active_.front()->queued().alone;
    for (const auto& run : std::exchange(active_, {})) {
      QueuedRun queued = run->take_queued();
      if (cause_known) {
        finish(std::move(queued.done), blamed(why));
      } else {
        queued.alone = true;
        queue_.push_front(std::move(queued));
      }
    }
    start_again(why);
  }

  void start_again(const std::string& why) {
    broken_ = why;
    if (options_.mode == sandbox::Mode::kOn && deaths_ >= kMostDeaths) return;
    auto link = RunnerLink::start(options_);
    if (link) {
      link_.emplace(std::move(*link));
    } else {
      broken_ = link.error().message;
    }
  }

  RunOutcome blamed(const std::string& why) const {
    RunOutcome outcome = not_started(why);
    if (options_.mode == sandbox::Mode::kOn) return outcome;
    outcome.ended.how = Ended::How::kSignalled;
    outcome.ended.code = SIGKILL;
    outcome.ended.detail = "it ended the program that runs it";
    return outcome;
  }

  void finish(Done done, RunOutcome outcome) {
    finished_.push_back({.done = std::move(done), .outcome = std::move(outcome)});
  }

  /// Last of all, as a `done` may submit and cancel.
  void tell_finished() {
    while (!finished_.empty()) {
      Finished first = std::move(finished_.front());
      finished_.pop_front();
      first.done(std::move(first.outcome));
    }
  }

  Options options_;
  std::optional<RunnerLink> link_;  // none: the runner is gone for good, and `broken_` says why
  Isolation isolation_;
  std::string broken_;
  std::deque<QueuedRun> queue_;
  std::vector<std::unique_ptr<ActiveRun>> active_;
  std::deque<Finished> finished_;
  std::uint64_t next_id_ = 1;
  int deaths_ = 0;
  int refused_ = 0;  // requests in a row that no runner took
};

}  // namespace

RunLimits run_limits(const Limits& limits) {
  return {.cpu_time = limits.case_cpu,
          .wall_time = limits.case_wall,
          .memory_bytes = limits.memory_bytes,
          .output_bytes = limits.output_bytes,
          .file_bytes = limits.file_bytes,
          .open_files = limits.open_files,
          .stack_bytes = limits.stack_bytes};
}

Isolation isolation_of(sandbox::Mode mode) {
  if (mode == sandbox::Mode::kOn) return sandbox::available();
  return {.level = 0, .layers = {"limits"}, .missing = {}};
}

void make_ready_for_sessions(sandbox::Mode mode) {
  if (mode == sandbox::Mode::kOn) (void)sandbox::child_filter(false);
}

Result<std::unique_ptr<Session>> Session::start(const Options& options) {
  auto link = RunnerLink::start(options);
  if (!link) return tl::make_unexpected(link.error());
  return std::make_unique<RunnerSession>(options, std::move(*link));
}

RunOutcome Session::run(const Request& request, const RunLimits& limits) {
  std::optional<RunOutcome> outcome;
  submit(request, limits, [&outcome](RunOutcome done) { outcome = std::move(done); });
  while (!outcome) pump(std::chrono::milliseconds(1000));
  return std::move(*outcome);
}

}  // namespace grader

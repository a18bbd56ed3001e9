#include "grader/grade/schedule.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "grader/judge/plan.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kTimeOutsOfAFunction = 2;

class Scheduler {
 public:
  Scheduler(Session& session, const Manifest& manifest, const std::vector<Case>& cases,
            const Schedule& schedule, Progress& progress)
      : session_(session),
        manifest_(manifest),
        cases_(cases),
        schedule_(schedule),
        progress_(progress),
        deadline_(Clock::now() + schedule.submission_wall),
        runs_(cases.size()) {}

  std::vector<CaseRun> run() {
    fill();
    while (!stopped() && session_.pump(std::chrono::milliseconds(100))) {
      if (Clock::now() >= deadline_) break;
      fill();
    }
    session_.cancel();
    drop_after_time_outs();
    explain_missing();
    return std::move(runs_);
  }

 private:
  bool stopped() const { return schedule_.stop && schedule_.stop(); }

  // Keeps a few more in the session than run at once, so that the runner never waits for us.
  void fill() {
    while (next_ < cases_.size() && in_flight_ < 2 * schedule_.parallel && !stopped()) {
      const std::size_t at = next_++;
      if (time_outs_[cases_[at].function] < kTimeOutsOfAFunction) start(at);
    }
  }

  void start(std::size_t at) {
    const Case& a_case = cases_[at];
    runs_[at].request = request_of(at);
    ++in_flight_;
    session_.submit(*runs_[at].request, case_limits(a_case, manifest_.limits),
                    [this, at](RunOutcome outcome) { finish(at, std::move(outcome)); });
  }

  std::shared_ptr<const Request> request_of(std::size_t at) const {
    if (schedule_.requests == nullptr) return std::make_shared<const Request>(plan(cases_[at], manifest_));
    return {schedule_.requests, &schedule_.requests->at(at)};
  }

  void finish(std::size_t at, RunOutcome outcome) {
    --in_flight_;
    if (outcome.ended.how == Ended::How::kTimeLimit) ++time_outs_[cases_[at].function];
    runs_[at].outcome = std::move(outcome);
    progress_.count(++finished_, static_cast<int>(cases_.size()));
  }

  // What ran beside the second time-out is dropped, so that a report does not depend on how many ran at once.
  void drop_after_time_outs() {
    std::map<int, int> seen;
    for (std::size_t at = 0; at < runs_.size(); ++at) {
      int& count = seen[cases_[at].function];
      if (count >= kTimeOutsOfAFunction) runs_[at].outcome.reset();
      if (runs_[at].outcome && runs_[at].outcome->ended.how == Ended::How::kTimeLimit) ++count;
    }
    time_outs_ = std::move(seen);
  }

  void explain_missing() {
    for (std::size_t at = 0; at < runs_.size(); ++at) {
      CaseRun& run = runs_[at];
      if (run.outcome) continue;
      run.out_of_time = !stopped();
      run.not_run = why_missing(cases_[at].function);
    }
  }

  std::string why_missing(int function) {
    if (stopped()) return "not run: interrupted";
    const auto& name = manifest_.functions[static_cast<std::size_t>(function)].name;
    if (time_outs_[function] >= kTimeOutsOfAFunction)
      return fmt::format("not run: {} ran into the time limit {} times before", name, kTimeOutsOfAFunction);
    return fmt::format("not run: the {} s for the whole submission were over",
                       std::chrono::duration_cast<std::chrono::seconds>(schedule_.submission_wall).count());
  }

  Session& session_;
  const Manifest& manifest_;
  const std::vector<Case>& cases_;
  const Schedule& schedule_;
  Progress& progress_;
  Clock::time_point deadline_;
  std::vector<CaseRun> runs_;
  std::map<int, int> time_outs_;
  std::size_t next_ = 0;
  int in_flight_ = 0;
  int finished_ = 0;
};

}  // namespace

RunLimits case_limits(const Case& a_case, const Limits& limits) {
  RunLimits own = run_limits(limits);
  if (a_case.time_limit) own.cpu_time = own.wall_time = *a_case.time_limit;
  return own;
}

std::vector<CaseRun> run_cases(Session& session, const Manifest& manifest, const std::vector<Case>& cases,
                               const Schedule& schedule, Progress& progress) {
  return Scheduler(session, manifest, cases, schedule, progress).run();
}

}  // namespace grader

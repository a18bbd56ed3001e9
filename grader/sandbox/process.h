// The grader's side of a running sandbox: reads what comes out, watches the clock, takes everything down.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "grader/sandbox/cgroup.h"
#include "grader/sandbox/own_user.h"
#include "grader/sandbox/sandbox.h"
#include "grader/sandbox/status.h"

namespace grader::sandbox {

/// What start() hands over once the inner process is cloned.
struct Handles {
  pid_t pid = -1;   // of the inner init
  UniqueFd pidfd;   // readable once it has ended, and all below it with it where it has a pid namespace
  UniqueFd status;  // packets of Status; when this end closes the inner init takes everything down
  UniqueFd out;     // stdout and stderr of the program, non-blocking
  UniqueFd err;
  std::optional<ControlGroup> group;
  std::optional<OwnUser> own_user;  // ours until all is dead
  bool own_pids = false;            // a pid namespace: killing init kills all
};

class ChildProcess final : public Process {
 public:
  ChildProcess(Handles handles, const Limits& limits, std::chrono::steady_clock::time_point started);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() override;

  /// Lets the inner init begin its setup; `outside` is its number where it is to be put into its group
  /// before.
  Result<void> let_go(std::optional<pid_t> outside);
  /// Waits for the word that the program runs. An error is ours: which step of the setup failed, and why.
  Result<void> wait_for_start();

  int poll_fd() const override { return epoll_.get(); }
  bool pump() override;
  void kill() override;
  Finished wait() override;

 private:
  struct Output {
    UniqueFd fd;
    std::string kept;
    std::int64_t seen = 0;
  };
  void watch(int fd);
  void arm(std::chrono::milliseconds in);
  void read_output(Output& output);
  void read_status();
  void on_timer();
  void end_by(Ended::How how);
  void reap();
  void fill_end();
  void judge_by_wait_status(int status);

  Handles handles_;
  Limits limits_;
  std::chrono::steady_clock::time_point started_;
  UniqueFd epoll_;
  UniqueFd timer_;
  std::array<Output, 2> outputs_;
  std::optional<Ended::How> forced_;  // why we killed it
  std::optional<Status> end_;
  bool kill_sent_ = false;
  bool finished_ = false;
  Finished result_;
};

}  // namespace grader::sandbox

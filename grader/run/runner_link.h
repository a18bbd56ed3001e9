// A started runner program and the socket to it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/run/session.h"
#include "grader/sandbox/sandbox.h"

namespace grader {

class RunnerLink {
 public:
  static Result<RunnerLink> start(const Session::Options& options);

  int socket() const { return socket_.get(); }
  int poll_fd() const { return process_->poll_fd(); }
  /// True once the program has ended.
  bool pump() { return process_->pump(); }
  /// Ends it where it still runs; how it ended and what it said, in one line.
  std::string end();

 private:
  RunnerLink(UniqueFd socket, std::unique_ptr<sandbox::Process> process)
      : socket_(std::move(socket)), process_(std::move(process)) {}

  UniqueFd socket_;
  std::unique_ptr<sandbox::Process> process_;
};

}  // namespace grader

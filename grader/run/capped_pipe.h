// A pipe that an untrusted process writes to, read without waiting and kept up to a cap.
#pragma once

#include <cstdint>
#include <string>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"

namespace grader {

/// Reads whatever comes, so that the writer is never held up, and keeps the first `cap` bytes.
class CappedPipe {
 public:
  CappedPipe() = default;
  /// The other end is put into `write_end`.
  static Result<CappedPipe> open(std::int64_t cap, UniqueFd& write_end);

  /// -1 once the end was reached.
  int fd() const { return read_end_.get(); }
  /// Takes what is there now, but for an endless stream: then a few mebibytes of it.
  void read_some();
  void close() { read_end_.reset(); }

  std::string& kept() { return kept_; }
  std::int64_t seen() const { return seen_; }
  bool cut() const { return seen_ > cap_; }

 private:
  UniqueFd read_end_;
  std::int64_t cap_ = 0;
  std::int64_t seen_ = 0;
  std::string kept_;
};

}  // namespace grader

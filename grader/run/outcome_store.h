// Outcomes of runs that were done before, by what was run.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/outcome.h"
#include "grader/run/session.h"

namespace grader {

/// An outcome as bytes, and back. Bytes that encode_outcome did not write give nothing. `calls` is how many
/// the request has.
std::string encode_outcome(const RunOutcome& outcome);
std::optional<RunOutcome> decode_outcome(std::string_view bytes, std::size_t calls);

/// Whether the same run would end the same way again: not where it ran into a time limit, which depends on
/// what else the machine does, nor where it was not started, which is our fault.
bool can_be_kept(const RunOutcome& outcome);

/// What is known of the runs of one module. May be used by several threads.
class OutcomeStore {
 public:
  OutcomeStore() = default;

  /// Takes in what `write` left at `path`; nothing where there is no file, or where any byte of it is not as
  /// it was written.
  void read(const std::filesystem::path& path);
  /// As read, of a file that is not the one to be written. Whether it had any that was not known.
  bool read_other(const std::filesystem::path& path);

  std::optional<RunOutcome> find(const std::string& key, std::size_t calls);
  /// Does nothing for an outcome that is very large (kMostBytes).
  void keep(const std::string& key, const RunOutcome& outcome);

  /// Writes what was found or kept since `read`, and drops the rest. Does nothing where that is what the file
  /// has that was read.
  Result<void> write(const std::filesystem::path& path) const;

  int found() const;
  int kept() const;

  static constexpr std::size_t kMostBytes = 4U << 20;       // of one outcome
  static constexpr std::size_t kMostFileBytes = 48U << 20;  // of all of them

 private:
  struct Entry {
    std::string bytes;
    bool used = false;
  };

  bool add_all(const std::filesystem::path& path);

  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, Entry> entries_;
  std::size_t bytes_ = 0;
  int found_ = 0;
  int kept_ = 0;
  bool other_ = false;  // holds what no file has that `write` was given
};

std::string request_digest(const Request& request);

/// The key of a program: the module by its bytes, so that submissions that compile to the same are one; the
/// runner by the name of its folder in the cache, which is a digest of all that went into it. An error where
/// the module cannot be read.
Result<std::string> program_key(const Session::Options& options);

/// The key of one run: its program_key(), its request_digest(), its limits.
std::string outcome_key(const std::string& program, const std::string& digest, const RunLimits& limits);

/// The digests of requests that are asked of many modules, each made once.
class RequestDigests {
 public:
  explicit RequestDigests(std::shared_ptr<const std::vector<Request>> requests);

  /// request_digest(request). One of the constructor's requests is known by where it lies: these can not
  /// change.
  std::string of(const Request& request) const;

 private:
  std::shared_ptr<const std::vector<Request>> requests_;
  std::vector<std::string> digests_;  // of requests_
};

}  // namespace grader

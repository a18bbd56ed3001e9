// What is known of the runs of a class, so that nothing is run twice.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/class/class_folder.h"
#include "grader/run/open_session.h"
#include "grader/run/outcome_store.h"

namespace grader {

/// The runs of each submission are kept in a file of its own, the reference's in one for all. Submissions
/// that compile to the same bytes are one program: what one of them ran is known of the others, too. May be
/// used by several threads.
class KeptRuns {
 public:
  /// Of one submission.
  struct Submission {
    OutcomeStore store;
    std::vector<std::string> programs;  // its module, and that with sanitizers
  };

  /// `fresh`: what was kept before is not looked at. `digests`: as make_cached_session.
  KeptRuns(const ClassFolder& folder, bool fresh, std::shared_ptr<const RequestDigests> digests)
      : folder_(folder), fresh_(fresh), digests_(std::move(digests)) {}

  /// REQUIRES: called before any session is opened. `module`: empty where the reference does not compile.
  void read_reference(std::filesystem::path module);
  Result<void> write_reference() const;

  void read(const std::string& id, Submission& runs) const;
  /// Opens sessions for what the submission runs and for the reference. The caller keeps `runs` alive.
  OpenSession opener(Submission& runs);
  /// Keeps them for the next time, and for equal programs.
  Result<void> write(const std::string& id, const Submission& runs);

 private:
  Result<std::unique_ptr<Session>> open(const Session::Options& options, Submission& runs);
  void take_from_equal(const std::string& program, Submission& runs) const;

  const ClassFolder& folder_;
  const bool fresh_;
  const std::shared_ptr<const RequestDigests> digests_;
  std::filesystem::path reference_;
  OutcomeStore reference_store_;
  mutable std::mutex mutex_;                            // guards what follows
  std::map<std::string, std::filesystem::path> files_;  // of the first submission that was this program
};

}  // namespace grader

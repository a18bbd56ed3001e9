// The folder of a class's results: who may write to it, and what lies where.
//
//   gradebook.csv  summary.json  summary.html
//   records/ID.json         one a submission, written as it ends
//   students/ID.html        reports for students;   instructor/ID.html  for the instructor
//   .state/class.json       who is in the class, and what it was graded with: the mark that the folder is
//   ours .state/runs/ID          outcomes of runs, see grader/run/outcome_store.h .state/lock, lock-I-N held
//   while a grader, or shard I of N, works here
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/class/class_list.h"
#include "grader/class/class_record.h"

namespace grader {

/// What is told of a class as a whole: enough to gather the records of several shards.
struct ClassIndex {
  struct Row {
    std::string id;
    std::string student;
    std::string file;
  };
  std::string title;
  std::map<std::string, std::string> provenance;
  std::map<std::string, std::string> hints;  // by mistake
  std::string reports;                       // the folder of reports that summaries link to, or ""
  std::vector<Row> rows;
};
std::string write_index(const ClassIndex& index);
/// Takes any bytes.
Result<ClassIndex> read_index(std::string_view text);

class ClassFolder {
 public:
  /// Makes the folder where it is missing and locks it until the object goes: the whole of it, or for a shard
  /// against everyone but other shards. Fails where it has files that are none of a class's results, and
  /// where another grader holds the lock.
  static Result<ClassFolder> open(const std::filesystem::path& path, const Shard& shard);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path runs_path(const std::string& id) const { return path_ / ".state" / "runs" / id; }
  std::filesystem::path reference_runs_path() const { return path_ / ".state" / "reference_runs"; }

  Result<void> write(const ClassIndex& index) const;
  /// Writes the record so that it is there whole or not at all, even where the machine falls over.
  Result<void> write(const ClassRecord& record) const;

 private:
  explicit ClassFolder(std::filesystem::path path) : path_(std::move(path)) {}
  Result<void> lock(const Shard& shard);

  std::filesystem::path path_;
  UniqueFd whole_;
  UniqueFd part_;
};

/// What lies in a folder of results, for those who only read it.
Result<ClassIndex> read_class(const std::filesystem::path& out);
std::filesystem::path record_path(const std::filesystem::path& out, const std::string& id);
/// Nothing where there is no record; an error where there is one that cannot be read.
Result<std::optional<ClassRecord>> read_class_record(const std::filesystem::path& out, const std::string& id);

}  // namespace grader

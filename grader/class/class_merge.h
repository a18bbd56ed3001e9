// The records of several shards brought together: gradebook and summaries of the whole class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct MergeSummary {
  int records = 0;
  int failed = 0;                    // internal_error
  std::vector<std::string> missing;  // students without a record, cleaned
};

/// Gathers from `parts`, each the --out of a shard (or the one that all wrote to), the record of every
/// submission into `out` with its reports, and writes gradebook.csv, summary.json and summary.html there. A
/// record of another grading than the class says (another case, another grader) counts as none. Fails where a
/// part has no results, or is of another class or grading than the first one: the message says which.
Result<MergeSummary> merge_class(const std::vector<std::filesystem::path>& parts,
                                 const std::filesystem::path& out);

}  // namespace grader

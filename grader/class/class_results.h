// What is made out of the records of a class: gradebook.csv, summary.json, summary.html, regrade.csv.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/class/class_diff.h"
#include "grader/class/class_record.h"
#include "grader/class/class_table.h"

namespace grader {

/// What the records themselves do not know.
struct ClassInfo {
  std::string title;                              // of the exercise
  std::map<std::string, std::string> provenance;  // of the package and the grader, for summary.json
  std::string reports = "instructor";             // folder below OUT that holds ID.html; "": no links
  std::map<std::string, std::string> hints;       // by mistake's slug, the catalogue's; may be empty
  std::optional<ClassDiff> regrade;  // against an older grading: regrade.csv and a part of both summaries
};

/// Takes records one by one and keeps of each what the three files need: some 2 KB at 74 cases, where a
/// record itself takes 30.
class ClassResults {
 public:
  /// In any order. REQUIRES: no other record of the same id was added.
  void add(const ClassRecord& record);

  /// Writes OUT/gradebook.csv, OUT/summary.json, OUT/summary.html and, where there is a regrade,
  /// OUT/regrade.csv, each whole or not at all; an error names the first that could not be written. The same
  /// records in any order give the same bytes. What was added is used up.
  Result<void> write(const std::filesystem::path& out, const ClassInfo& info);

 private:
  ClassTableBuilder table_;
};

/// All of them at once.
Result<void> write_class_results(const std::filesystem::path& out, const ClassInfo& info,
                                 const std::vector<ClassRecord>& records);

}  // namespace grader

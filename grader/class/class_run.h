// Grades every submission of a class, one record each, and goes on where an earlier run stopped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/class/class_diff.h"
#include "grader/class/class_list.h"
#include "grader/class/class_reports.h"
#include "grader/grade/grade.h"
#include "grader/grade/package.h"

namespace grader {

struct ClassOptions {
  std::filesystem::path folder;
  std::filesystem::path out;
  std::string pattern;           // see find_submissions.h
  std::filesystem::path roster;  // empty: none
  std::string roster_column;     // "": found by its name, see roster.h
  CaseSet cases = CaseSet::kAll;
  std::vector<std::string> only;
  SanitizeWhen sanitize = SanitizeWhen::kAuto;
  ReportPlan reports;
  int jobs = 0;                   // submissions at the same time; 0: one a core
  std::int64_t memory_bytes = 0;  // 0: the machine's
  Shard shard;
  bool fresh = false;             // nothing that was there before counts
  std::filesystem::path regrade;  // an earlier class's results, to say what changed since; empty: none
  std::function<bool()> stop;
};

/// What a run did. A submission is graded now, or its record is the one that was there.
struct ClassSummary {
  int submissions = 0;    // of this shard
  int not_handed_in = 0;  // of this shard
  int graded = 0;
  int kept = 0;
  int failed = 0;      // internal_error, of those graded
  int compiled = 0;    // of those graded; the others' modules were there
  int runs = 0;        // of student code, the reference's not counted
  int known_runs = 0;  // answered from what was kept
  std::map<Verdict, int> verdicts;
  std::vector<std::string> notes;  // for the instructor, a sentence each
  bool interrupted = false;
  std::optional<ClassDiff> regrade;
};

/// Hears of each submission that is done.
class ClassProgress {
 public:
  virtual ~ClassProgress() = default;
  virtual void step(std::string_view /*what*/) {}
  /// `done` of `total` that are to be graded; `verdicts` are of these.
  virtual void count(std::size_t /*done*/, std::size_t /*total*/,
                     const std::map<Verdict, int>& /*verdicts*/) {}
  /// Called by any thread, one at a time.
  virtual void graded(const ClassRecord& /*record*/) {}
};

/// A record is kept where submission, provenance (class_provenance.h), student and file are what they were,
/// its reports are there, and it is no internal_error. Else the submission is graded, with the outcomes of
/// runs that were kept of its last grading. Submissions with the same content are compiled once: one waits
/// for the other. Those that compile to the same bytes are one program: what the first that is graded ran is
/// not run again for the others. Writes gradebook.csv, summary.json and summary.html (and regrade.csv) where
/// the shard is the whole class and nothing interrupted it. Errors are wrong use (nothing to grade, a folder
/// that is none of ours, cases or a roster that do not load) or ours (a full disk); records written till then
/// stay.
ResultOrErrors<ClassSummary> run_class(const Package& package, const ClassOptions& options,
                                       ClassProgress& progress);

}  // namespace grader

// What came of one submission of a class: small, and all that the gradebook and the summary need.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/base/verdict.h"
#include "grader/model/report.h"

namespace grader {

inline constexpr int kRecordVersion = 1;

/// One case of a record (not CaseResult, which grader/diagnose has): numbers and names, no text of the
/// submission's.
struct RecordedCase {
  std::string name;
  std::string function;
  bool hidden = false;
  Verdict verdict = Verdict::kInternalError;
  double points = 0;
  double max_points = 0;
  std::string mistake;    // the catalogue's slug, or ""
  std::string sha256;     // of what the case asks: function, arguments, expected values, kind, points
  std::string tolerance;  // `rtol 1e-10, atol 1e-12`
};

/// A number that JSON can tell; records have no other.
inline double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

/// One row of a class.
struct ClassRecord {
  enum class State {
    kGraded,      // has a verdict; a submission that cannot be read is a `compile_error`, graded too
    kFailed,      // ours: `internal_error`, `reason` says why, `points` is empty
    kNotHandedIn  // on the roster alone
  };
  State state = State::kGraded;
  std::string id;       // safe as a file's name: letters, digits, `.`, `-`, `_`; unique within the class
  std::string student;  // as the folder or file is called; cleaned
  std::string file;     // path below the class's folder; cleaned; "" where nothing was handed in
  std::map<std::string, std::string> roster;  // the columns that the roster has for this student
  std::string reason;  // why there is no grade, or why there are none but 0 points; one sentence, cleaned
  Verdict verdict = Verdict::kInternalError;
  std::string message;
  std::optional<double> points;
  double max_points = 0;
  std::vector<FunctionReport> functions;
  std::vector<RecordedCase> cases;
  std::string submission_sha256;                  // of the file's bytes
  std::string normalised_sha256;                  // of its text without comments and white space
  std::map<std::string, std::string> provenance;  // all that it takes to grade it the same again
  std::int64_t duration_ms = 0;
};

}  // namespace grader

// The one finished report of one submission: every format is a pure function of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/base/verdict.h"
#include "grader/model/case.h"
#include "grader/model/outcome.h"
#include "grader/model/value.h"

namespace grader {

inline constexpr int kReportVersion = 1;

/// Where and how a result differs from what was expected.
struct Difference {
  Shape expected_shape;
  Shape got_shape;
  std::int64_t wrong = 0;  // values out of tolerance, of `total`
  std::int64_t total = 0;
  std::vector<std::int64_t> first_index;  // of the first wrong value; empty when the shapes differ
  double expected_value = 0;
  double got_value = 0;
  double max_error = 0;           // largest |got - expected| over finite pairs
  double max_tolerance_used = 0;  // largest error / tolerance; 0.03 is 3 percent; infinite when wrong with 0
  std::vector<std::string> patterns;  // sentences: which tokens, which heads, a factor, another axis order
  std::vector<std::string> axes;      // the letters of expected_shape's axes: B, H, T, d; empty: not known
  std::optional<Array> expected;      // both kept when small enough to show
  std::optional<Array> got;
  std::vector<std::int64_t> wrong_at;  // row-major positions of the wrong values, when both are kept
};

/// One line of the shown trace.
struct TraceLine {
  Operation operation;
  bool leaves_the_road = false;  // the first that has the wrong shape or whose stage is missed
  std::string note;
};

struct CaseReport {
  std::string name;
  std::string function;
  CaseKind kind = CaseKind::kValues;
  bool hidden = false;
  bool redacted = false;  // only name, function, verdict, points and hint are filled
  std::string why;
  Verdict verdict = Verdict::kInternalError;
  double points = 0;
  double max_points = 0;
  bool ran = false;                  // false: not run, `message` says why
  std::string call;                  // `split_heads(x: Tensor (2, 5, 12), n_heads: 4)`
  std::string message;               // one sentence: what happened; student text in it is cleaned
  std::vector<std::string> details;  // facts under the message, one a line: the counts of a loop
  std::string help;                  // one sentence: what to try, or ""
  std::optional<Difference> difference;
  std::optional<Thrown> thrown;
  std::string stdout_text;  // cleaned and cut; public cases only
  std::string stderr_text;
  std::vector<TraceLine> trace;
  std::string hint;     // the catalogue's, or ""
  std::string mistake;  // its slug, for the instructor; "" for students
  std::int64_t wall_ms = 0;
  std::int64_t memory_bytes = 0;
};

struct FunctionReport {
  std::string name;
  Verdict verdict = Verdict::kInternalError;
  double points = 0;
  double max_points = 0;
  int passed = 0;
  int total = 0;
};

/// One message of the compiler, with the path as the student knows it.
struct Diagnostic {
  enum class Severity { kError, kWarning, kNote };
  Severity severity = Severity::kError;
  std::string path;
  int line = 0;
  int col = 0;
  std::string message;
  std::string source_line;
};

struct CompileReport {
  bool ok = false;
  std::string message;  // a plain sentence for a frequent kind, or what limit was met; "" when ok
  std::string help;
  std::vector<Diagnostic> diagnostics;
  int cut = 0;  // diagnostics left out
};

/// How well this machine could lock the submission in.
struct Isolation {
  int level = 0;                     // 1 full, 2 no cgroup or own uid, 3 no namespaces, 0 off
  std::vector<std::string> layers;   // what holds: "mount namespace", "landlock", "seccomp", …
  std::vector<std::string> missing;  // what does not
};

struct Report {
  std::string title;       // of the exercise
  std::string submission;  // the file's name as given, cleaned
  Verdict verdict = Verdict::kInternalError;
  std::string message;           // the whole in one sentence; internal errors say what failed
  std::optional<double> points;  // empty: could not be judged
  double max_points = 0;
  int declared = 0;  // cases selected
  int started = 0;
  int finished = 0;
  int passed = 0;
  CompileReport compile;
  std::vector<FunctionReport> functions;
  std::vector<CaseReport> cases;  // in file order
  std::string sibling_yaml;       // a case file with one fresh case that fails as a hidden one does, or ""
  Isolation isolation;
  bool interrupted = false;
  std::string audience;                           // "student" or "instructor"
  std::map<std::string, std::string> provenance;  // hashes, compiler, flags, grader version, seeds
  std::int64_t duration_ms = 0;
};

}  // namespace grader

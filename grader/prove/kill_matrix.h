// Which case catches which submission: what came of grading all that is known, as a table.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/base/verdict.h"
#include "grader/model/case.h"

namespace grader {

/// What a submission is there to show.
enum class Role {
  kReference,      // must be accepted
  kStub,           // must be not_implemented
  kMistake,        // must have the catalogue's verdict
  kAccepted,       // must be accepted
  kNotVectorised,  // must be not_vectorised
};
/// `reference`, `stub`, `mistake`, `accepted`, `not_vectorised`.
std::string_view to_string(Role role);

/// A case of the package: a column.
struct ProvedCase {
  std::string name;
  std::string function;
  bool hidden = false;
  CaseKind kind = CaseKind::kValues;
};

/// What came of one case of one submission.
struct ProvedCell {
  Verdict verdict = Verdict::kAccepted;
  bool ran = true;
  double tolerance_used = 0;  // largest error / tolerance where the values are right
  std::string message;        // what happened where they are not

  /// Whether the case speaks against the submission. A case that was not run says nothing.
  bool catches() const { return ran && verdict != Verdict::kAccepted; }
};

/// A submission: a row.
struct ProvedSubmission {
  Role role = Role::kMistake;
  std::string name;  // of its file, without `.h`
  Verdict expected = Verdict::kAccepted;
  Verdict found = Verdict::kAccepted;  // of the whole
  std::string message;                 // what the compiler said where it does not compile
  std::vector<ProvedCell> cells;       // in the order of the cases
};

struct KillMatrix {
  std::vector<ProvedCase> cases;
  std::vector<ProvedSubmission> submissions;

  /// Indices of the cases that catch `submission`, in order.
  std::vector<std::size_t> caught_by(const ProvedSubmission& submission) const;
  /// Indices of the mistakes and the loops among `submissions` that the case catches, in order.
  std::vector<std::size_t> catches(std::size_t a_case) const;
  std::size_t count(Role role) const;
};

/// The names of the cases that catch a mistake, by its name.
using Kills = std::map<std::string, std::set<std::string>>;
Kills kills_of(const KillMatrix& matrix);

}  // namespace grader

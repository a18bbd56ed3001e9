// What a kill matrix says about the case set: what is wrong with it, and what a person should know.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/prove/kill_matrix.h"

namespace grader {

/// A right variant that uses more than this share of a tolerance is named.
inline constexpr double kNearTolerance = 0.1;

/// A mistake that no case catches.
struct LivingMistake {
  std::string mistake;
  std::vector<std::string> was_caught_by;  // by the baseline; empty: never, or not known
};

/// A submission with another verdict than it should have.
struct OtherVerdict {
  Role role = Role::kMistake;
  std::string name;
  Verdict expected = Verdict::kAccepted;
  Verdict found = Verdict::kAccepted;
  std::string a_case;   // the first with that verdict; empty where it does not compile
  std::string message;  // what happened there
};

/// A mistake that is still caught, but no more by these cases.
struct LostKill {
  std::string mistake;
  std::vector<std::string> was_caught_by;
};

/// A mistake that hangs on one case.
struct LastCatcher {
  std::string mistake;
  std::string a_case;
  bool hidden = false;
};

/// A case that catches nothing, or nothing that one other case of its function does not catch too.
struct IdleCase {
  std::string a_case;
  std::size_t catches = 0;  // how many mistakes and loops
  std::string covered_by;   // the other case; empty where it catches nothing
};

/// A right variant whose values are near the edge of what a case allows.
struct NearTolerance {
  std::string a_case;
  std::string name;
  double used = 0;  // largest error / tolerance
};

struct Findings {
  std::vector<LivingMistake> living;
  std::vector<OtherVerdict> other_verdict;  // all roles; living mistakes are not among them
  std::vector<LostKill> lost;
  std::vector<std::string> caught_by_hidden_only;
  std::vector<LastCatcher> last_catchers;
  std::vector<IdleCase> idle;
  std::vector<NearTolerance> near_tolerance;  // the nearest first
  std::size_t caught = 0;
  std::size_t caught_by_public = 0;

  /// No mistake lives and every submission has the verdict that it should have.
  bool proved() const { return living.empty() && other_verdict.empty(); }
};

/// `baseline` is what an earlier run caught; empty where there was none.
Findings find_out(const KillMatrix& matrix, const Kills& baseline);

}  // namespace grader

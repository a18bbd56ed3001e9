#include "grader/prove/findings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace grader {
namespace {

using Indices = std::vector<std::size_t>;

// The cases of `baseline` that catch the mistake no more, those that are gone among them.
std::vector<std::string> lost_catchers(const KillMatrix& matrix, const ProvedSubmission& mistake,
                                       const Kills& baseline) {
  const auto before = baseline.find(mistake.name);
  if (before == baseline.end()) return {};
  std::set<std::string> lost = before->second;
  for (const std::size_t at : matrix.caught_by(mistake)) lost.erase(matrix.cases[at].name);
  return {lost.begin(), lost.end()};
}

OtherVerdict other_verdict(const KillMatrix& matrix, const ProvedSubmission& submission) {
  OtherVerdict other{.role = submission.role,
                     .name = submission.name,
                     .expected = submission.expected,
                     .found = submission.found,
                     .a_case = "",
                     .message = submission.message};
  const auto first = std::ranges::find(submission.cells, submission.found, &ProvedCell::verdict);
  if (submission.found == Verdict::kCompileError || first == submission.cells.end()) return other;
  other.a_case = matrix.cases[static_cast<std::size_t>(first - submission.cells.begin())].name;
  other.message = first->message;
  return other;
}

void look_at_mistake(const KillMatrix& matrix, const ProvedSubmission& mistake, const Kills& baseline,
                     Findings& findings) {
  const Indices catchers = matrix.caught_by(mistake);
  const auto hidden = [&](std::size_t at) { return matrix.cases[at].hidden; };
  std::vector<std::string> lost = lost_catchers(matrix, mistake, baseline);
  if (mistake.found == Verdict::kCompileError) return;  // said by its verdict
  if (catchers.empty()) {
    findings.living.push_back({.mistake = mistake.name, .was_caught_by = std::move(lost)});
    return;
  }
  ++findings.caught;
  if (!lost.empty()) findings.lost.push_back({.mistake = mistake.name, .was_caught_by = std::move(lost)});
  if (std::ranges::all_of(catchers, hidden)) {
    findings.caught_by_hidden_only.push_back(mistake.name);
  } else {
    ++findings.caught_by_public;
  }
  if (catchers.size() == 1)
    findings.last_catchers.push_back(
        {.mistake = mistake.name, .a_case = matrix.cases[catchers[0]].name, .hidden = hidden(catchers[0])});
}

bool is_living(const Findings& findings, const ProvedSubmission& submission) {
  return submission.role == Role::kMistake &&
         std::ranges::find(findings.living, submission.name, &LivingMistake::mistake) !=
             findings.living.end();
}

// Of two cases that catch the same, the one that comes first is taken to do the work. A hidden case does not
// stand for a public one, of which students see more, nor a case of one function for another's, which may be
// wrong alone, nor one about loops for any: it tells nothing of values.
bool covers(const KillMatrix& matrix, const std::vector<Indices>& catches, std::size_t other,
            std::size_t a_case) {
  const ProvedCase& one = matrix.cases[a_case];
  const ProvedCase& two = matrix.cases[other];
  if (other == a_case || two.function != one.function || two.kind == CaseKind::kVectorised ||
      (two.hidden && !one.hidden))
    return false;
  if (!std::ranges::includes(catches[other], catches[a_case])) return false;
  return catches[other].size() > catches[a_case].size() || other < a_case;
}

std::vector<IdleCase> idle_cases(const KillMatrix& matrix) {
  std::vector<Indices> catches;
  for (std::size_t i = 0; i < matrix.cases.size(); ++i) catches.push_back(matrix.catches(i));
  std::vector<IdleCase> idle;
  for (std::size_t i = 0; i < catches.size(); ++i) {
    IdleCase found{.a_case = matrix.cases[i].name, .catches = catches[i].size(), .covered_by = ""};
    std::size_t most = 0;
    for (std::size_t other = 0; other < catches.size() && !catches[i].empty(); ++other) {
      if (!covers(matrix, catches, other, i) || catches[other].size() <= most) continue;
      most = catches[other].size();
      found.covered_by = matrix.cases[other].name;
    }
    if (catches[i].empty() || !found.covered_by.empty()) idle.push_back(std::move(found));
  }
  return idle;
}

bool is_right(Role role) {
  return role == Role::kReference || role == Role::kAccepted || role == Role::kNotVectorised;
}

std::vector<NearTolerance> near_tolerance(const KillMatrix& matrix) {
  std::vector<NearTolerance> near;
  for (const ProvedSubmission& submission : matrix.submissions) {
    if (!is_right(submission.role)) continue;
    for (std::size_t i = 0; i < submission.cells.size(); ++i)
      if (!submission.cells[i].catches() && submission.cells[i].tolerance_used > kNearTolerance)
        near.push_back({.a_case = matrix.cases[i].name,
                        .name = submission.name,
                        .used = submission.cells[i].tolerance_used});
  }
  std::ranges::stable_sort(near, std::ranges::greater(), &NearTolerance::used);
  return near;
}

}  // namespace

Findings find_out(const KillMatrix& matrix, const Kills& baseline) {
  Findings findings;
  for (const ProvedSubmission& submission : matrix.submissions)
    if (submission.role == Role::kMistake) look_at_mistake(matrix, submission, baseline, findings);
  for (const ProvedSubmission& submission : matrix.submissions)
    if (submission.found != submission.expected && !is_living(findings, submission))
      findings.other_verdict.push_back(other_verdict(matrix, submission));
  findings.idle = idle_cases(matrix);
  findings.near_tolerance = near_tolerance(matrix);
  return findings;
}

}  // namespace grader

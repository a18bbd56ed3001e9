#include "grader/prove/kill_matrix.h"

#include <algorithm>
#include <array>

namespace grader {

std::string_view to_string(Role role) {
  constexpr std::array<std::string_view, 5> kNames{"reference", "stub", "mistake", "accepted",
                                                   "not_vectorised"};
  return kNames.at(static_cast<std::size_t>(role));
}

std::vector<std::size_t> KillMatrix::caught_by(const ProvedSubmission& submission) const {
  std::vector<std::size_t> caught;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (submission.cells.at(i).catches()) caught.push_back(i);
  return caught;
}

std::vector<std::size_t> KillMatrix::catches(std::size_t a_case) const {
  std::vector<std::size_t> caught;
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    const bool wrong = submissions[i].role == Role::kMistake || submissions[i].role == Role::kNotVectorised;
    if (wrong && submissions[i].cells.at(a_case).catches()) caught.push_back(i);
  }
  return caught;
}

std::size_t KillMatrix::count(Role role) const {
  return static_cast<std::size_t>(std::ranges::count(submissions, role, &ProvedSubmission::role));
}

Kills kills_of(const KillMatrix& matrix) {
  Kills kills;
  for (const ProvedSubmission& submission : matrix.submissions) {
    if (submission.role != Role::kMistake) continue;
    auto& cases = kills[submission.name];
    for (const std::size_t at : matrix.caught_by(submission)) cases.insert(matrix.cases[at].name);
  }
  return kills;
}

}  // namespace grader

#include "grader/prove/testing.h"

#include <utility>

namespace grader::testing {
namespace {

Verdict expected_of(Role role) {
  switch (role) {
    case Role::kStub:
      return Verdict::kNotImplemented;
    case Role::kMistake:
      return Verdict::kWrongAnswer;
    case Role::kNotVectorised:
      return Verdict::kNotVectorised;
    default:
      return Verdict::kAccepted;
  }
}

ProvedCell cell(char letter) {
  switch (letter) {
    case 'X':
      return {.verdict = Verdict::kWrongAnswer, .message = "1 of 4 values differ"};
    case 'L':
      return {.verdict = Verdict::kNotVectorised, .message = "a loop"};
    case '-':
      return {.verdict = Verdict::kTimeLimit, .ran = false, .message = "not run"};
    default:
      return {};
  }
}

}  // namespace

ProvedSubmission row(Role role, const std::string& name, const std::string& cells) {
  ProvedSubmission made{
      .role = role, .name = name, .expected = expected_of(role), .message = "", .cells = {}};
  for (const char letter : cells) {
    made.cells.push_back(cell(letter));
    made.found = worse(made.found, made.cells.back().verdict);
  }
  return made;
}

KillMatrix matrix(std::vector<ProvedSubmission> submissions) {
  return {.cases = {{.name = "s1", .function = "split"},
                    {.name = "s2", .function = "split"},
                    {.name = "m1", .function = "merge"},
                    {.name = "m2", .function = "merge", .hidden = true}},
          .submissions = std::move(submissions)};
}

}  // namespace grader::testing

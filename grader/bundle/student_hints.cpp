#include "grader/bundle/student_hints.h"

#include <algorithm>
#include <map>
#include <utility>

#include "grader/grade/mistakes.h"

namespace grader {
namespace {

// The places in `cases` of each of `names`' cases: the handout may have them in another order.
std::vector<std::size_t> places_of(const std::vector<Case>& handout_cases, const std::vector<Case>& cases) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < cases.size(); ++i) places.emplace(cases[i].name, i);
  std::vector<std::size_t> found;
  found.reserve(handout_cases.size());
  for (const Case& a_case : handout_cases) found.push_back(places.at(a_case.name));
  return found;
}

// Without the reference a vectorised case is judged for its loops alone: whether its values are wrong, which
// is what the package knows of a mistake, is not seen there.
bool is_judged_alike(const Case& handout_case) {
  return handout_case.kind != CaseKind::kVectorised;
}

}  // namespace

StudentHints student_hints(const std::vector<KnownMistake>& known, const std::vector<Case>& cases,
                           const Package& handout, const std::vector<Case>& handout_cases) {
  MistakeOutcomes outcomes{
      .kit_key = kit_key(handout), .catalogue_key = short_key(""), .cases = {}, .mistakes = {}};
  const std::vector<std::string> keys = case_keys(handout_cases, handout.manifest);
  for (std::size_t i = 0; i < keys.size(); ++i)
    outcomes.cases.push_back({.key = keys[i], .hidden = false, .name = handout_cases[i].name});
  const std::vector<std::size_t> places = places_of(handout_cases, cases);
  for (const KnownMistake& one : known) {
    const std::string number = std::to_string(outcomes.mistakes.size() + 1);
    KnownMistake numbered{.key = short_key(number), .name = number, .hint = one.hint, .results = {}};
    for (std::size_t i = 0; i < places.size(); ++i)
      numbered.results.push_back(is_judged_alike(handout_cases[i]) ? one.results[places[i]] : CaseResult());
    outcomes.mistakes.push_back(std::move(numbered));
  }
  const MistakeOutcomes shown = public_part(outcomes);
  return {.text = write_mistake_outcomes(shown), .mistakes = shown.mistakes.size()};
}

}  // namespace grader

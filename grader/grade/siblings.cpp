#include "grader/grade/siblings.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "grader/diagnose/sibling.h"
#include "grader/grade/schedule.h"
#include "grader/judge/compare.h"
#include "grader/judge/ending.h"
#include "grader/judge/judge.h"
#include "grader/judge/plan.h"

namespace grader {
namespace {

constexpr std::size_t kMostWishes = 2;
constexpr std::size_t kMostRunsAlone = 3;
constexpr std::size_t kMostWholeCases = 8;  // candidates that need a process each

bool tells_something(Verdict verdict) {
  return verdict == Verdict::kWrongAnswer || verdict == Verdict::kWrongShape ||
         verdict == Verdict::kWrongException || verdict == Verdict::kRuntimeError;
}

bool is_right(Verdict verdict) {
  return verdict == Verdict::kAccepted || verdict == Verdict::kNotVectorised;
}

bool has_public_failure(const std::vector<Case>& cases, const Report& report, const Case& hidden) {
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (!cases[i].hidden && cases[i].function == hidden.function && !is_right(report.cases[i].verdict))
      return true;
  return false;
}

// In the order of functions, those of the plainest kind first.
std::vector<SiblingWish> wishes(const std::vector<Case>& cases, const Report& report) {
  std::vector<SiblingWish> found;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& a_case = cases[i];
    if (!a_case.hidden || !tells_something(report.cases[i].verdict)) continue;
    if (a_case.kind == CaseKind::kVectorised || has_public_failure(cases, report, a_case)) continue;
    SiblingWish wish{.function = a_case.function, .kind = a_case.kind, .throws = {}};
    if (a_case.kind == CaseKind::kThrows) wish.throws = a_case.steps.at(0).throws;
    if (std::find(found.begin(), found.end(), wish) == found.end()) found.push_back(std::move(wish));
  }
  std::stable_sort(found.begin(), found.end(), [](const SiblingWish& left, const SiblingWish& right) {
    return std::pair(left.function, left.kind) < std::pair(right.function, right.kind);
  });
  if (found.size() > kMostWishes) found.resize(kMostWishes);
  return found;
}

class Search {
 public:
  Search(const Manifest& manifest, ReferenceRuns& reference, Session& session,
         const std::function<bool()>& stop)
      : manifest_(manifest), reference_(reference), session_(session), stop_(stop) {}

  std::optional<Case> find(const SiblingWish& wish) {
    const Function& function = manifest_.functions[static_cast<std::size_t>(wish.function)];
    for (const Fill fill : sibling_fills(function)) {
      if (stop_ && stop_()) return std::nullopt;
      std::vector<Case> candidates = sibling_candidates(wish, fill, manifest_);
      const bool single = wish.kind == CaseKind::kValues || wish.kind == CaseKind::kThrows;
      auto found = single ? first_of_calls(std::move(candidates)) : first_of_cases(std::move(candidates));
      if (found) return found;
    }
    return std::nullopt;
  }

 private:
  // ---- one call each: all in one process

  std::optional<Case> first_of_calls(std::vector<Case> candidates) {
    Request request;
    request.calls.reserve(candidates.size());
    for (const Case& one : candidates) request.calls.push_back(plan(one, manifest_).calls.at(0));
    RunOutcome student;
    session_.submit(request, run_limits(manifest_.limits),
                    [&student](RunOutcome outcome) { student = std::move(outcome); });
    const auto reference = reference_.run({request});
    session_.drain();
    if (!reference || (*reference)[0].answers.size() != candidates.size()) return std::nullopt;
    std::size_t alone = 0;
    for (std::size_t i = 0; i < candidates.size() && alone < kMostRunsAlone; ++i) {
      if (!expect_of_reference(candidates[i], (*reference)[0].answers[i])) continue;
      if (i < student.answers.size() && is_right(candidates[i], student.answers[i])) continue;
      ++alone;
      if (fails(candidates[i], run(candidates[i]))) return std::move(candidates[i]);
      if (i >= student.answers.size()) return std::nullopt;  // the process ended here, and alone it does not
    }
    return std::nullopt;
  }

  // Takes the expected value from the answer; false where the case asks for something that the reference does
  // not do.
  static bool expect_of_reference(Case& a_case, const CallAnswer& answer) {
    Step& step = a_case.steps[0];
    if (const auto* thrown = std::get_if<Thrown>(&answer.result))
      return !step.throws.empty() && can_be_caught_as(*thrown, step.throws);
    if (!step.throws.empty()) return false;
    step.expect = std::get<Value>(answer.result);
    return true;
  }

  static bool is_right(const Case& a_case, const CallAnswer& answer) {
    const Step& step = a_case.steps[0];
    const auto* value = std::get_if<Value>(&answer.result);
    if (!step.throws.empty())
      return value == nullptr && can_be_caught_as(std::get<Thrown>(answer.result), step.throws);
    return value != nullptr && compare(*step.expect, *value, step.tolerance).match == Match::kSame;
  }

  // ---- several calls each: a process for every candidate

  std::optional<Case> first_of_cases(std::vector<Case> candidates) {
    if (candidates.size() > kMostWholeCases) candidates.resize(kMostWholeCases);
    std::vector<Request> requests;
    requests.reserve(candidates.size());
    for (const Case& one : candidates) requests.push_back(plan(one, manifest_));
    std::vector<RunOutcome> outcomes(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
      session_.submit(requests[i], case_limits(candidates[i], manifest_.limits),
                      [&outcomes, i](RunOutcome outcome) { outcomes[i] = std::move(outcome); });
    const auto reference = reference_.run(requests);
    session_.drain();
    if (!reference) return std::nullopt;
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (is_good_case(candidates[i], (*reference)[i]) && fails(candidates[i], outcomes[i]))
        return std::move(candidates[i]);
    return std::nullopt;
  }

  // Takes the expected values of a sequence from the reference, which must pass.
  bool is_good_case(Case& a_case, const RunOutcome& reference) const {
    if (a_case.kind == CaseKind::kSequence)
      for (std::size_t i = 0; i < a_case.steps.size(); ++i) {
        const auto* value =
            i < reference.answers.size() ? std::get_if<Value>(&reference.answers[i].result) : nullptr;
        if (value == nullptr) return false;
        a_case.steps[i].expect = *value;
      }
    return judge(a_case, manifest_, plan(a_case, manifest_), reference).verdict == Verdict::kAccepted;
  }

  RunOutcome run(const Case& a_case) {
    return session_.run(plan(a_case, manifest_), case_limits(a_case, manifest_.limits));
  }

  bool fails(const Case& a_case, const RunOutcome& outcome) const {
    return tells_something(judge(a_case, manifest_, plan(a_case, manifest_), outcome).verdict);
  }

  const Manifest& manifest_;
  ReferenceRuns& reference_;
  Session& session_;
  const std::function<bool()>& stop_;
};

}  // namespace

std::string find_sibling(const Manifest& manifest, ReferenceRuns& reference, Session& session,
                         const std::vector<Case>& cases, const Report& report,
                         const std::function<bool()>& stop) {
  Search search(manifest, reference, session, stop);
  for (const SiblingWish& wish : wishes(cases, report))
    if (const auto found = search.find(wish)) return sibling_yaml(*found, manifest);
  return "";
}

}  // namespace grader

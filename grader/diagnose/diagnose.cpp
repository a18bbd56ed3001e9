#include "grader/diagnose/diagnose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace grader {
namespace {

using Kind = CaseResult::Kind;

/// How one mistake's results stand to the submission's on some cases.
struct Agreement {
  int explained = 0;    // both fail alike
  int unexplained = 0;  // the submission fails, the mistake otherwise or not at all, or it is not known
  bool breaks = false;  // the mistake fails some case

  bool explains() const { return explained > 0 && unexplained == 0; }
};

/// One mistake beside the submission.
struct Relation {
  Agreement whole;
  std::map<int, Agreement> functions;  // without round trips
  bool contradicted = false;           // it fails where the submission passes
  bool refuses_more = false;           // it passes a throws case that the submission fails
};

void count(Agreement& agreement, const CaseResult& submission, const CaseResult& mistake) {
  agreement.breaks = agreement.breaks || mistake.kind == Kind::kFails;
  if (submission.kind != Kind::kFails) return;
  const bool alike = mistake.kind == Kind::kFails && same_sketch(submission.sketch, mistake.sketch);
  ++(alike ? agreement.explained : agreement.unexplained);
}

bool asks_for_exception(const Case& a_case) {
  return std::any_of(a_case.steps.begin(), a_case.steps.end(),
                     [](const Step& step) { return !step.throws.empty(); });
}

Relation relate(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
                const std::vector<CaseResult>& mistake) {
  Relation relation;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool passes = mistake[i].kind == Kind::kPasses;
    if (submission[i].kind == Kind::kPasses && mistake[i].kind == Kind::kFails) relation.contradicted = true;
    if (submission[i].kind == Kind::kFails && passes && cases[i].kind == CaseKind::kThrows)
      relation.refuses_more = true;
    count(relation.whole, submission[i], mistake[i]);
    if (cases[i].kind != CaseKind::kRoundTrip)
      count(relation.functions[cases[i].function], submission[i], mistake[i]);
  }
  return relation;
}

class Diagnosing {
 public:
  Diagnosing(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
             const std::vector<KnownMistake>& mistakes)
      : cases_(cases), submission_(submission), mistakes_(mistakes), diagnoses_(cases.size()) {}

  std::vector<Diagnosis> run() {
    if (std::none_of(submission_.begin(), submission_.end(), fails)) return std::move(diagnoses_);
    for (const KnownMistake& mistake : mistakes_)
      relations_.push_back(relate(cases_, submission_, mistake.results));
    if (const Places fitting = fit_whole(); !fitting.empty()) {
      say(words_for(fitting, 2), [](const Case& /*one*/) { return true; });
    } else {
      look_at_functions();
    }
    return std::move(diagnoses_);
  }

 private:
  using Places = std::vector<std::size_t>;  // of mistakes

  static bool fails(const CaseResult& result) { return result.kind == Kind::kFails; }

  Places fit_whole() const {
    Places fitting;
    for (std::size_t m = 0; m < mistakes_.size(); ++m)
      if (relations_[m].whole.explains() && !relations_[m].contradicted) fitting.push_back(m);
    return fitting;
  }

  // ---- function by function

  // Functions with a failing case, in the manifest's order; true: all of those ask for an exception.
  std::map<int, bool> broken_functions() const {
    std::map<int, bool> broken;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (!fails(submission_[i]) || cases_[i].kind == CaseKind::kRoundTrip) continue;
      bool& only_throws = broken.emplace(cases_[i].function, true).first->second;
      only_throws = only_throws && asks_for_exception(cases_[i]);
    }
    return broken;
  }

  void look_at_functions() {
    const std::map<int, bool> broken = broken_functions();
    std::map<int, Diagnosis> said;
    for (const auto& [function, only_throws] : broken) {
      Diagnosis words = words_for(best_of(function, broken), 1);
      if (words.hint.empty()) break;
      said.emplace(function, std::move(words));
    }
    for (const auto& [function, words] : said)
      say(words,
          [f = function](const Case& one) { return one.function == f && one.kind != CaseKind::kRoundTrip; });
  }

  // The less the better: cases explained, counted down, then functions that it breaks otherwise than they
  // are.
  static std::pair<int, int> rank(const Relation& relation, const std::map<int, bool>& broken) {
    std::pair<int, int> rank;
    for (const auto& [function, only_throws] : broken) {
      const Agreement& one = relation.functions.at(function);
      rank.first -= one.explains() ? one.explained : 0;
      rank.second += one.breaks && !one.explains() ? 1 : 0;
    }
    return rank;
  }

  Places best_of(int function, const std::map<int, bool>& broken) const {
    std::map<std::pair<int, int>, Places> ranked;
    for (std::size_t m = 0; m < mistakes_.size(); ++m) {
      const Relation& relation = relations_[m];
      if (relation.functions.at(function).explains() && !relation.contradicted &&
          !(broken.at(function) && relation.refuses_more))
        ranked[rank(relation, broken)].push_back(m);
    }
    return ranked.empty() ? Places{} : ranked.begin()->second;
  }

  // ---- words

  Diagnosis words_for(const Places& fitting, std::size_t most_hints) const {
    std::vector<std::string> hints;
    std::vector<std::string> names;
    for (const std::size_t m : fitting) {
      const std::string& hint = mistakes_[m].hint;
      names.push_back(mistakes_[m].name);
      if (std::find(hints.begin(), hints.end(), hint) == hints.end()) hints.push_back(hint);
    }
    if (hints.empty() || hints.size() > most_hints) return {};
    std::string hint = hints[0];
    if (hints.size() == 2)
      hint = fmt::format("Two known mistakes give this, and these cases do not tell which. Either: {} Or: {}",
                         hints[0], hints[1]);
    return {.hint = std::move(hint), .mistake = fmt::format("{}", fmt::join(names, " or "))};
  }

  template <class Concerns>
  void say(const Diagnosis& words, Concerns concerns) {
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (fails(submission_[i]) && concerns(cases_[i])) diagnoses_[i] = words;
  }

  const std::vector<Case>& cases_;
  const std::vector<CaseResult>& submission_;
  const std::vector<KnownMistake>& mistakes_;
  std::vector<Relation> relations_;
  std::vector<Diagnosis> diagnoses_;
};

}  // namespace

std::vector<Diagnosis> diagnose(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
                                const std::vector<KnownMistake>& mistakes) {
  return Diagnosing(cases, submission, mistakes).run();
}

}  // namespace grader

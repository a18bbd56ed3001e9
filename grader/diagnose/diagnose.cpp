#include "grader/diagnose/diagnose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace grader {
namespace {

using Kind = CaseResult::Kind;

/// How one mistake's results stand to the submission's on the cases of one function.
struct Agreement {
  int explained = 0;     // both fail alike
  int unexplained = 0;   // the submission fails, the mistake otherwise or not at all, or it is not known
  int contradicted = 0;  // the submission passes, the mistake fails
  bool breaks = false;   // the mistake fails some case of the function

  bool fits() const { return unexplained == 0 && contradicted == 0; }
};

Agreement& operator+=(Agreement& sum, const Agreement& other) {
  sum.explained += other.explained;
  sum.unexplained += other.unexplained;
  sum.contradicted += other.contradicted;
  return sum;
}

using ByFunction = std::map<int, Agreement>;

void add_case(Agreement& agreement, const CaseResult& submission, const CaseResult& mistake) {
  agreement.breaks = agreement.breaks || mistake.kind == Kind::kFails;
  if (submission.kind == Kind::kUnknown) return;
  if (submission.kind == Kind::kPasses) {
    agreement.contradicted += mistake.kind == Kind::kFails ? 1 : 0;
    return;
  }
  const bool alike = mistake.kind == Kind::kFails && same_sketch(submission.sketch, mistake.sketch);
  ++(alike ? agreement.explained : agreement.unexplained);
}

class Diagnosing {
 public:
  Diagnosing(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
             const std::vector<KnownMistake>& mistakes)
      : cases_(cases), submission_(submission), mistakes_(mistakes), diagnoses_(cases.size()) {
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (submission_[i].kind == Kind::kFails) broken_.insert(cases_[i].function);
  }

  std::vector<Diagnosis> run() {
    if (broken_.empty()) return std::move(diagnoses_);
    for (const KnownMistake& mistake : mistakes_) agreements_.push_back(agreement(mistake));
    if (const auto fitting = fit_whole(); !fitting.empty()) {
      for (const int function : broken_) say(function, fitting, 2);
      return std::move(diagnoses_);
    }
    for (const int function : broken_) say(function, best_of(function), 1);
    return std::move(diagnoses_);
  }

 private:
  using Places = std::vector<std::size_t>;  // of mistakes

  ByFunction agreement(const KnownMistake& mistake) const {
    ByFunction by_function;
    for (std::size_t i = 0; i < cases_.size(); ++i)
      add_case(by_function[cases_[i].function], submission_[i], mistake.results[i]);
    return by_function;
  }

  Places fit_whole() const {
    Places fitting;
    for (std::size_t m = 0; m < mistakes_.size(); ++m) {
      Agreement whole;
      for (const auto& [function, one] : agreements_[m]) whole += one;
      if (whole.fits()) fitting.push_back(m);
    }
    return fitting;
  }

  // True where the mistake leaves alone what the submission has right.
  bool spares_the_right(const ByFunction& by_function) const {
    return std::all_of(by_function.begin(), by_function.end(), [this](const auto& entry) {
      return broken_.contains(entry.first) || entry.second.contradicted == 0;
    });
  }

  // The less the better: failing cases not explained, then functions that it breaks otherwise than they are.
  std::pair<int, int> rank(const ByFunction& by_function) const {
    std::pair<int, int> rank;
    for (const int function : broken_) {
      const Agreement& one = by_function.at(function);
      rank.first -= one.fits() ? one.explained : 0;
      rank.second += one.breaks && !one.fits() ? 1 : 0;
    }
    return rank;
  }

  Places best_of(int function) const {
    std::map<std::pair<int, int>, Places> ranked;
    for (std::size_t m = 0; m < mistakes_.size(); ++m) {
      const ByFunction& by_function = agreements_[m];
      if (by_function.at(function).fits() && spares_the_right(by_function))
        ranked[rank(by_function)].push_back(m);
    }
    return ranked.empty() ? Places{} : ranked.begin()->second;
  }

  void say(int function, const Places& fitting, std::size_t most_hints) {
    std::vector<std::string> hints;
    std::vector<std::string> names;
    for (const std::size_t m : fitting) {
      const std::string& hint = mistakes_[m].hint;
      names.push_back(mistakes_[m].name);
      if (std::find(hints.begin(), hints.end(), hint) == hints.end()) hints.push_back(hint);
    }
    if (hints.empty() || hints.size() > most_hints) return;
    const Diagnosis diagnosis{
        .hint = hints.size() == 1
                    ? hints[0]
                    : fmt::format("Two known mistakes give this, and these cases do not tell which. "
                                  "Either: {} Or: {}",
                                  hints[0], hints[1]),
        .mistake = fmt::format("{}", fmt::join(names, " or "))};
    for (std::size_t i = 0; i < cases_.size(); ++i)
      if (cases_[i].function == function && submission_[i].kind == Kind::kFails) diagnoses_[i] = diagnosis;
  }

  const std::vector<Case>& cases_;
  const std::vector<CaseResult>& submission_;
  const std::vector<KnownMistake>& mistakes_;
  std::set<int> broken_;  // functions with a failing case
  std::vector<ByFunction> agreements_;
  std::vector<Diagnosis> diagnoses_;
};

}  // namespace

std::vector<Diagnosis> diagnose(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
                                const std::vector<KnownMistake>& mistakes) {
  return Diagnosing(cases, submission, mistakes).run();
}

}  // namespace grader

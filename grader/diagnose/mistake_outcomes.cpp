#include "grader/diagnose/mistake_outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "grader/base/digest.h"
#include "grader/protocol/messages.h"

namespace grader {
namespace {

constexpr std::size_t kKeyDigits = 16;

void add_tolerance(Digest& digest, const Tolerance& tolerance) {
  digest.add(fmt::format("{} {} {}", tolerance.rtol, tolerance.atol.value_or(-1), tolerance.atol_scale));
}

// `0-3 7`: the places where `kind` stands.
std::string ranges(const std::vector<CaseResult>& results, CaseResult::Kind kind) {
  std::string text;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].kind != kind) continue;
    const std::size_t first = i;
    while (i + 1 < results.size() && results[i + 1].kind == kind) ++i;
    text += i == first ? fmt::format(" {}", first) : fmt::format(" {}-{}", first, i);
  }
  return text;
}

void write_sketch(std::string& text, std::size_t place, const Sketch& sketch) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "fails {} {:016x}", place, sketch.form);
  if (sketch.sums != decltype(sketch.sums){})
    for (const double sum : sketch.sums) fmt::format_to(out, " {:.13g}", sum);
  text += '\n';
}

void write_mistake(std::string& text, const KnownMistake& mistake) {
  text += fmt::format("mistake {} {}\nhint {}\n", mistake.key, mistake.name, mistake.hint);
  if (const std::string passed = ranges(mistake.results, CaseResult::Kind::kPasses); !passed.empty())
    text += "passes" + passed + "\n";
  for (std::size_t i = 0; i < mistake.results.size(); ++i)
    if (mistake.results[i].kind == CaseResult::Kind::kFails) write_sketch(text, i, mistake.results[i].sketch);
}

}  // namespace

CaseResult make_case_result(const Case& a_case, const CaseReport& report, const RunOutcome* outcome) {
  if (outcome == nullptr || outcome->ended.how == Ended::How::kNotStarted) return {};
  switch (report.verdict) {
    case Verdict::kInternalError:
    case Verdict::kCompileError:
    case Verdict::kNotImplemented:
      return {};
    case Verdict::kAccepted:
    case Verdict::kNotVectorised:
      return {.kind = CaseResult::Kind::kPasses, .sketch = {}};
    default:
      return {.kind = CaseResult::Kind::kFails, .sketch = make_sketch(a_case, *outcome)};
  }
}

std::string short_key(std::string_view text) {
  return sha256(text).substr(0, kKeyDigits);
}

std::string case_key(const Case& a_case, const Request& request) {
  Digest digest;
  digest.add(to_string(a_case.kind)).add(encode_request(request));
  for (const Step& step : a_case.steps) {
    digest.add(step.throws);
    add_tolerance(digest, step.tolerance);
    digest.add(step.expect && !step.expect_from_reference
                   ? encode_answer({.result = *step.expect, .arguments_after = {}})
                   : "");
  }
  return digest.hex().substr(0, kKeyDigits);
}

std::string write_mistake_outcomes(const MistakeOutcomes& outcomes) {
  std::string text =
      "# What each mistake gives for each case, for hints. Written by 'grader cases check --write'.\n"
      "grader-outcomes 1\n";
  text += fmt::format("kit {}\ncatalogue {}\n", outcomes.kit_key, outcomes.catalogue_key);
  for (const KnownCase& one : outcomes.cases)
    text += fmt::format("case {} {} {}\n", one.key, one.hidden ? "hidden" : "public", one.name);
  for (const KnownMistake& mistake : outcomes.mistakes) write_mistake(text, mistake);
  return text;
}

MistakeOutcomes public_part(const MistakeOutcomes& outcomes) {
  MistakeOutcomes part{
      .kit_key = outcomes.kit_key, .catalogue_key = outcomes.catalogue_key, .cases = {}, .mistakes = {}};
  std::copy_if(outcomes.cases.begin(), outcomes.cases.end(), std::back_inserter(part.cases),
               [](const KnownCase& one) { return !one.hidden; });
  for (const KnownMistake& mistake : outcomes.mistakes) {
    KnownMistake kept{.key = mistake.key, .name = mistake.name, .hint = mistake.hint, .results = {}};
    for (std::size_t i = 0; i < outcomes.cases.size(); ++i)
      if (!outcomes.cases[i].hidden) kept.results.push_back(mistake.results[i]);
    if (std::any_of(kept.results.begin(), kept.results.end(),
                    [](const CaseResult& result) { return result.kind == CaseResult::Kind::kFails; }))
      part.mistakes.push_back(std::move(kept));
  }
  return part;
}

std::vector<KnownMistake> mistakes_for(const MistakeOutcomes& outcomes, const std::string& kit_key,
                                       const std::vector<std::string>& case_keys) {
  if (outcomes.kit_key != kit_key) return {};
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < outcomes.cases.size(); ++i) places.emplace(outcomes.cases[i].key, i);
  std::vector<KnownMistake> known;
  for (const KnownMistake& mistake : outcomes.mistakes) {
    KnownMistake& one = known.emplace_back(mistake);
    one.results.assign(case_keys.size(), {});
    for (std::size_t i = 0; i < case_keys.size(); ++i)
      if (const auto found = places.find(case_keys[i]); found != places.end())
        one.results[i] = mistake.results[found->second];
  }
  return known;
}

}  // namespace grader

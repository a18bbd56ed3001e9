#include "grader/judge/redact.h"

#include <algorithm>

#include "grader/judge/score.h"

namespace grader {
namespace {

Verdict folded(const Report& report, const CaseReport& hidden) {
  if (hidden.verdict == Verdict::kAccepted) return Verdict::kAccepted;
  Verdict verdict = Verdict::kAccepted;
  for (const CaseReport& one : report.cases)
    if (!one.hidden && one.function == hidden.function) verdict = worse(verdict, one.verdict);
  return verdict == Verdict::kAccepted ? Verdict::kWrongAnswer : verdict;
}

CaseReport shown(const Report& report, const CaseReport& hidden, Reveal reveal) {
  CaseReport shown;
  shown.name = hidden.name;
  shown.function = hidden.function;
  shown.hidden = true;
  shown.redacted = true;
  shown.ran = true;  // whether it ran is in the verdict or nowhere
  shown.points = hidden.points;
  shown.max_points = hidden.max_points;
  shown.verdict = reveal == Reveal::kPassed ? folded(report, hidden) : hidden.verdict;
  if (reveal == Reveal::kVerdict) shown.hint = hidden.hint;
  return shown;
}

}  // namespace

Report redact(Report report, std::string_view audience, Reveal reveal) {
  if (audience == "instructor") return report;
  bool any_hidden = false;
  for (CaseReport& one : report.cases) {
    any_hidden = any_hidden || one.hidden;
    if (one.hidden)
      one = shown(report, one, reveal);
    else
      one.mistake.clear();
  }
  if (any_hidden) {
    report.duration_ms = 0;
    const auto points = report.points;
    summarise(report);
    report.points = points;
  }
  return report;
}

}  // namespace grader

#include "grader/grade/diagnosis.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "grader/diagnose/diagnose.h"
#include "grader/grade/mistakes.h"
#include "grader/grade/reference_runs.h"
#include "grader/grade/siblings.h"
#include "grader/grade/traces.h"

namespace grader {
namespace {

std::vector<CaseResult> results_of(const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                                   const Report& report) {
  std::vector<CaseResult> results;
  results.reserve(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    results.push_back(
        make_case_result(cases[i], report.cases[i], runs[i].outcome ? &*runs[i].outcome : nullptr));
  return results;
}

void fill_hints(const std::vector<Case>& cases, const std::vector<CaseResult>& results,
                const std::vector<KnownMistake>& mistakes, Report& report) {
  std::vector<Diagnosis> said = diagnose(cases, results, mistakes);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    report.cases[i].hint = std::move(said[i].hint);
    report.cases[i].mistake = std::move(said[i].mistake);
  }
}

}  // namespace

void diagnose_report(const Package& package, Session& session, const std::vector<Case>& cases,
                     const std::vector<CaseRun>& runs, Report& report, const DiagnosisOptions& options) {
  const std::vector<CaseResult> results = results_of(cases, runs, report);
  if (std::none_of(results.begin(), results.end(),
                   [](const CaseResult& result) { return result.kind == CaseResult::Kind::kFails; }))
    return;
  fill_hints(cases, results,
             options.mistakes != nullptr ? *options.mistakes : load_known_mistakes(package, cases), report);
  ReferenceRuns reference(package, options.open_session);
  fill_traces(package.manifest, reference, session, cases, runs, report,
              {.source_lines = options.source_lines, .stop = options.stop});
  if (options.stop && options.stop()) return;
  report.sibling_yaml = find_sibling(package.manifest, reference, session, cases, report, options.stop);
}

}  // namespace grader

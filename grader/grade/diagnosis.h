// What a report says beyond verdicts: hints, traces, and a fresh case after a hidden failure.
#pragma once

#include <functional>
#include <vector>

#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/package.h"
#include "grader/grade/schedule.h"
#include "grader/model/case.h"
#include "grader/model/report.h"
#include "grader/run/open_session.h"
#include "grader/run/session.h"

namespace grader {

struct DiagnosisOptions {
  int source_lines = 0;                                 // how many the submission has
  std::function<bool()> stop;                           // asked between runs; true: what is there so far
  OpenSession open_session = {};                        // for the reference's runs
  const std::vector<KnownMistake>* mistakes = nullptr;  // where load_known_mistakes() was called before
};

/// Fills `hint` and `mistake` of the cases in `report` that fail, `trace` of some (see traces.h), and
/// Report::sibling_yaml (see siblings.h). Does nothing where no case fails. Runs more of the submission in
/// `session`, each run under the limits of a case. REQUIRES: `runs` and `report.cases` are of `cases`, in
/// order.
void diagnose_report(const Package& package, Session& session, const std::vector<Case>& cases,
                     const std::vector<CaseRun>& runs, Report& report, const DiagnosisOptions& options);

}  // namespace grader

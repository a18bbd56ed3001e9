// One submission of a package graded over all cases, with nothing left out of what came of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/grade/package.h"
#include "grader/grade/schedule.h"
#include "grader/model/case.h"
#include "grader/model/report.h"
#include "grader/prove/submissions.h"

namespace grader {

struct GradedSubmission {
  std::string text;           // of its file
  std::vector<CaseRun> runs;  // in the order of the cases; empty where it does not compile
  Report report;              // scored, nothing redacted, no hints or traces
};

/// Compiles (from the cache where nothing changed) and runs, `parallel` runs at a time. What the submission
/// does ends in its report; an error is the package's (its file is not there) or ours. May be called from
/// several threads at once. REQUIRES: the cases have their expected values.
Result<GradedSubmission> run_submission(const Package& package, const KnownSubmission& submission,
                                        const std::vector<Case>& cases, int parallel,
                                        const std::function<bool()>& stop);

/// Its row of the matrix.
ProvedSubmission row_of(const KnownSubmission& submission, const GradedSubmission& graded);

}  // namespace grader

// Runs failing public cases once more to see where they leave the road.
#pragma once

#include <functional>
#include <vector>

#include "grader/grade/reference_runs.h"
#include "grader/grade/schedule.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"
#include "grader/run/session.h"

namespace grader {

/// At most so many cases of a function get a trace: the first that fail.
inline constexpr int kTracedCases = 3;

struct TraceOptions {
  int source_lines = 0;        // how many the submission has
  std::function<bool()> stop;  // asked between runs; true: no more traces
};

/// Fills CaseReport::trace of the first failing public cases of each function: wrong values, wrong shapes and
/// exceptions, but not of cases that ask for an exception or ended in any other way, nor of slow or very
/// large ones. Each is run once more with its values recorded; the reference makes the same call beside it. A
/// trace that can not be made stays empty. REQUIRES: `runs` and `report.cases` are of `cases`, in their
/// order.
void fill_traces(const Manifest& manifest, ReferenceRuns& reference, Session& session,
                 const std::vector<Case>& cases, const std::vector<CaseRun>& runs, Report& report,
                 const TraceOptions& options);

}  // namespace grader

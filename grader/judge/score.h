// Points and verdicts of functions and of the whole, from the verdicts of cases.
#pragma once

#include <string>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"

namespace grader {

/// Fills the points of `report.cases`, `report.functions`, the counts, the verdict, the message and the
/// points.
///
/// Points. A function's points are shared out among its cases by their own points:
///   function.points * earned / declared.
/// Values and sequences earn when accepted. A throws or property case earns only where a value case of the
/// function passed, so that a function that always throws, or returns its input, earns nothing. Where the
/// function has a vectorised case in the run, the others share VectorisedRule::worth of the points, and the
/// vectorised case has the rest: it earns that in proportion to what the others earned, and nothing when
/// there is a loop. So right values with a loop are worth exactly `worth`. Where loops could not be judged
/// because the values at their sizes are wrong, the vectorised case has no points and the others share all.
/// Sums are rounded to millionths.
///
/// Verdicts. The first in the order of Verdict, over a function's cases and over all. After a compile error
/// every case has that verdict and was not run. Any internal_error leaves Report::points empty.
///
/// A function without a case in the run is left out, its points too.
/// REQUIRES: report.cases[i] is of cases[i], or report.cases is empty and report.compile.ok is false.
void score(Report& report, const std::vector<Case>& cases, const Manifest& manifest);

/// The verdicts of functions and the whole, the counts and the message once more, from the cases' verdicts
/// alone.
void summarise(Report& report);

/// Whether a case of that kind holds results against expected values.
bool is_value_kind(CaseKind kind);

}  // namespace grader

// After a hidden failure: a public case of the same function and kind that this submission fails too.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/grade/reference_runs.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"
#include "grader/run/session.h"

namespace grader {

/// A case file with one fresh case, the smallest of those tried that this submission fails, with the
/// reference's values written out; "" where no hidden case failed with a value, a shape or an exception,
/// where the student has a failing public case of that function already, or where none was found.
///
/// Candidates come from the manifest alone (see diagnose/sibling.h): of the hidden case only its function,
/// its kind and the exception that it asks for are used. At most two pairs of function and kind are tried.
/// Values and exceptions are looked through by many calls in one process; what seems to fail is run again
/// alone, so that no state of an earlier call counts. `stop` is asked between runs. REQUIRES: `report.cases`
/// is of `cases`, in their order.
std::string find_sibling(const Manifest& manifest, ReferenceRuns& reference, Session& session,
                         const std::vector<Case>& cases, const Report& report,
                         const std::function<bool()>& stop);

}  // namespace grader

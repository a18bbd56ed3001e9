// A second build, with AddressSanitizer and UBSan: explains a crash, or finds what happened to pass.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/grade/package.h"
#include "grader/grade/progress.h"
#include "grader/grade/schedule.h"
#include "grader/model/case.h"
#include "grader/model/report.h"
#include "grader/run/open_session.h"

namespace grader {

enum class SanitizeWhen {
  kAuto,    // after a crash by a signal, to explain it; verdicts and points stay
  kAlways,  // every case again: the worse of both verdicts counts
  kNever,
};
std::string_view name_of(SanitizeWhen when);

struct SanitizedOptions {
  SanitizeWhen when = SanitizeWhen::kAuto;
  int parallel = 1;
  std::function<bool()> stop;  // asked often; true: the report stays as it is
  OpenSession open_session = {};
};

/// Looks at `report`, made of `runs`, once more.
///
/// kAuto: the first crashed case of each function is run again in the second build, and where that tells what
/// happened, the case's message, details and help say so. Hidden cases are run again only for instructors, as
/// nobody else would see it. Nothing of it is an error: where the sanitizers can not be had, the report
/// stays.
///
/// kAlways: all cases are run again, under limits that are a few times as wide. Undefined behaviour is
/// runtime_error. An error says why the sanitizers can not be used here.
///
/// What the second build prints comes from the student's process: it explains, and can make no verdict
/// better. REQUIRES: `runs` and `report.cases` are of `cases`, in order.
Result<void> run_sanitized(const Package& package, const Submission& submission,
                           const std::vector<Case>& cases, const std::vector<CaseRun>& runs, Report& report,
                           const SanitizedOptions& options, Progress& progress);

}  // namespace grader

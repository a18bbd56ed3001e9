// Runs the cases of one submission side by side and gathers what each left behind.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grader/grade/progress.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"
#include "grader/run/session.h"

namespace grader {

/// What came of one case.
struct CaseRun {
  std::shared_ptr<const Request> request;  // none: not run
  std::optional<RunOutcome> outcome;       // empty: not run
  std::string not_run;       // why: time-outs before it, the submission's time was up, interrupted
  bool out_of_time = false;  // not run because of time: the verdict is time_limit
};

struct Schedule {
  int parallel = 2;
  std::chrono::milliseconds submission_wall{60000};
  std::function<bool()> stop;  // asked often; true: nothing new starts, what runs is dropped
  // Of all cases, in their order, for who runs them again and again; none: planned one by one.
  std::shared_ptr<const std::vector<Request>> requests = {};
};

/// The limits of one run of the case: the manifest's, with the case's own time limit where it has one.
RunLimits case_limits(const Case& a_case, const Limits& limits);

/// One CaseRun a case, in their order. After two time-outs of one function its later cases are not run;
/// `submission_wall` none is.
std::vector<CaseRun> run_cases(Session& session, const Manifest& manifest, const std::vector<Case>& cases,
                               const Schedule& schedule, Progress& progress);

}  // namespace grader

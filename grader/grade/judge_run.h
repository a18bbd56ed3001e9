// What is said of a case, whether it was run or not.
#pragma once

#include "grader/grade/schedule.h"
#include "grader/judge/judge.h"

namespace grader {

/// As judge(); of a case that was not run: time_limit where time was over, else internal_error.
inline CaseReport judge_run(const Case& a_case, const Manifest& manifest, const CaseRun& run) {
  if (run.outcome) return judge(a_case, manifest, *run.request, *run.outcome);
  return not_run(a_case, manifest, run.out_of_time ? Verdict::kTimeLimit : Verdict::kInternalError,
                 run.not_run);
}

}  // namespace grader

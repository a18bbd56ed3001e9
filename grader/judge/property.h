// Judges the answers of cases that state a property: what one call says about another.
#pragma once

#include "grader/judge/finding.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

/// REQUIRES: `outcome` has an answer for each call of plan(a_case, manifest), which is `request`, every one a
/// value.
Finding judge_round_trip(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome);
Finding judge_causal(const Case& a_case, const Manifest& manifest, const Request& request,
                     const RunOutcome& outcome);
Finding judge_batch_independent(const Case& a_case, const Manifest& manifest, const Request& request,
                                const RunOutcome& outcome);
Finding judge_repeatable(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome);
Finding judge_leaves_inputs_alone(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome);

/// The verdict of a comparison: wrong_shape, wrong_answer, or runtime_error for a value of another type.
Verdict verdict_of(const struct Comparison& comparison);

}  // namespace grader

// From what a run left behind to the report of its case.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/finding.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"

namespace grader {

/// The verdict of `a_case` with what there is to say about it. How the run ended comes first; then a function
/// that is not written; then exceptions; then what the answers say by the case's kind. Every text of the
/// student's in it is cleaned and cut; nothing is redacted (redact.h does that), and no points are given
/// (score.h). A vectorised case whose steps have expected values (complete_case) is judged for loops only
/// where its answers fit them; else it has the verdict of the wrong values. REQUIRES: `request` is
/// plan(a_case, manifest); missing expected values have been filled in.
CaseReport judge(const Case& a_case, const Manifest& manifest, const Request& request,
                 const RunOutcome& outcome);

/// The report of a case that was not run: time-outs before it, the submission's time was up, Ctrl-C, or a
/// vectorised case of a function none of whose values are right (then with the verdict of those).
CaseReport not_run(const Case& a_case, const Manifest& manifest, Verdict verdict, std::string message);

/// `split_heads(x: Tensor (2, 5, 12), n_heads: 4)`
std::string call_text(const Function& function, const std::vector<Value>& arguments);

/// What of a run's stdout or stderr is shown: at most this many bytes of it, cleaned.
inline constexpr std::size_t kShownOutput = 4096;

}  // namespace grader

// The rule "no loops over these letters": does the work grow with a letter's size?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/judge/finding.h"
#include "grader/judge/plan.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

/// The finding not_vectorised, or nothing.
///
/// `operations` are counts (Recording::kCounts) of the calls of growth_steps(), in the same order. For each
/// letter the counts of its calls, by growing size, are looked at three ways: of one operation on one line,
/// of one operation on all lines, and of everything together. Any of them that grows strictly is a loop. One
/// line alone catches a `for`, a recursion, an algorithm, a lambda, a helper or a macro; the sums catch what
/// is spread over lines, such as a version written out for each number of heads. An operation that is called
/// equally often at all sizes is none, however often that is, and counts that only sometimes grow are not
/// proof.
///
/// The message names the letters (`a loop over heads (H)`), the details the lines with their counts, at most
/// 4 a letter, those that grow most first, and "and N more".
std::optional<Finding> judge_growth(const std::vector<GrowthStep>& steps,
                                    const std::vector<Operation>& operations, const Manifest& manifest);

}  // namespace grader

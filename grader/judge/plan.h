// Which calls a case needs: a case becomes one request, and its answers are judged by the same order of
// calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

/// The request of `a_case`, by its kind:
///   values, throws        one call
///   sequence              its steps, in one process
///   round_trip            the function, then its inverse on the result
///   causal                the call, then one call for each of causal_cuts() with all later entries changed
///   batch_independent     the call, then each of batch_picks() alone
///   repeatable            the same call twice
///   leaves_inputs_alone   one call that also answers with its arguments
///   vectorised            one call for each of growth_steps(), counting operations
/// REQUIRES: a case as the loader leaves it (its function has the axes, and round_trip the inverse, that it
/// needs).
Request plan(const Case& a_case, const Manifest& manifest);

/// Gives a vectorised case its steps (arguments by rule, values from the reference), so that loops are judged
/// only where the values are right. Other kinds, and a case that has steps, stay as they are.
void complete_case(Case& a_case, const Manifest& manifest);

/// One call of a vectorised case: `letter` has size `size`, all other letters their base size.
struct GrowthStep {
  std::string letter;
  std::int64_t size = 0;
  std::vector<Value> arguments;  // tensors uniform in [-1, 1), seed 1, 2, … in the order of the arguments
};
/// In the order of the rule's letters and sizes.
std::vector<GrowthStep> growth_steps(const Function& function, const Manifest& manifest);
/// The same without arguments: for who asks only what grows.
std::vector<GrowthStep> growth_sizes(const Manifest& manifest);

/// Where a causal case cuts the sequence: results before position `cut` must not change when entries from
/// `cut` on do. The first, middle and last place where that says anything; none for a sequence of 1.
std::vector<std::int64_t> causal_cuts(const Case& a_case, const Manifest& manifest);

/// Which texts a batch_independent case calls alone: all of them up to 8, else the first 7 and the last.
std::vector<std::int64_t> batch_picks(const Case& a_case, const Manifest& manifest);

/// The function that undoes `function`, or -1.
int inverse_of(int function, const Manifest& manifest);

}  // namespace grader

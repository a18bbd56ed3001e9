// Fresh cases of the same function and kind as a hidden one that fails: small, with numbers of their own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

/// All that a fresh case knows of the hidden one. No number, shape or size is among it.
struct SiblingWish {
  int function = 0;
  CaseKind kind = CaseKind::kValues;
  std::string throws;  // the exception that is asked for: kThrows

  bool operator==(const SiblingWish&) const = default;
};

/// How the tensors are filled. All numbers have two decimals, so that a person can read and follow them.
enum class Fill {
  kPlain,    // in [-2, 2]
  kLarge,    // the first tensor 50 times as large
  kHuge,     // the first tensor 10000 times as large
  kAwkward,  // the first tensor: tiny, huge, -0.0, infinities, NaN
};
/// Those that say something for this function, in the order in which they are tried: kAwkward only where
/// results are compared exactly.
std::span<const Fill> sibling_fills(const Function& function);

/// Candidates, those with the fewest numbers first, without expected values. None for a kind that has none: a
/// vectorised case is made from the manifest's sizes anyway.
///   values     every combination of small sizes
///   throws     every combination of small sizes with small numbers for each int that is a size, wrong ones
///   among
///              them; the caller keeps those that the reference refuses
///   sequence   two calls: with other numbers, or with one size grown or shrunk
///   properties sizes of 2 and 3
std::vector<Case> sibling_candidates(const SiblingWish& wish, Fill fill, const Manifest& manifest);

/// A case file with that one case, and a comment that says how to run it.
std::string sibling_yaml(const Case& a_case, const Manifest& manifest);

}  // namespace grader

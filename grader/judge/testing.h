// A small package for tests of judging and reporting: the functions of multi-head attention, by hand.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader::testing {

inline constexpr int kSplit = 0;
inline constexpr int kMerge = 1;
inline constexpr int kForward = 2;

/// split_heads(x (B, T, D), n_heads) → (B, H, T, d), merge_heads(x (B, H, T, d)) → (B, T, D) and
/// mha_forward(x (B, T, D), params, n_heads) → (B, T, D), with D = H*d.
Manifest manifest();

/// A case of `function` with one step.
Case make_case(std::string name, int function, CaseKind kind, std::vector<Value> arguments);

/// Numbers 0, 1, 2, … of that shape.
Array counting(const Shape& shape);

/// A run that answered each call with a value and ended well.
RunOutcome answered(std::vector<Value> values);
RunOutcome threw(Thrown thrown);
/// A run that ended without an answer.
RunOutcome ended(Ended::How how, int code = 0, std::string detail = "");

Thrown exception(std::string type, std::string message, std::vector<std::string> bases, int line = 0);

}  // namespace grader::testing

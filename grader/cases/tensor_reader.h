// A tensor of a case file: a nested list, {shape, data}, or a rule.
#pragma once

#include <cstdint>
#include <optional>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"
#include "grader/model/value.h"

namespace grader {

inline constexpr std::int64_t kMaxTensorNumbers = 1'000'000;
inline constexpr std::int64_t kMaxNumbers = 8'000'000;  // of all tensors that are loaded at once: 64 MB

/// How many numbers may still be read.
struct NumberBudget {
  std::int64_t left = kMaxNumbers;
};

/// Nothing, with errors, where a list is ragged, a value is no number, the count is not the shape's, or a
/// rule or the budget is broken.
std::optional<Array> read_tensor(const YamlNode& node, YamlErrors& errors, NumberBudget& budget);

}  // namespace grader

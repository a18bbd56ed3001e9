#include "grader/diagnose/sighting.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "grader/judge/compare.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

constexpr std::size_t kMostReordered = 4096;
constexpr std::size_t kMostAxes = 4;

bool is_reordered(const Array& stage, const Array& value) {
  if (stage.shape.size() < 2 || stage.shape.size() > kMostAxes || stage.data.size() > kMostReordered)
    return false;
  std::vector<std::size_t> axes(stage.shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  while (std::next_permutation(axes.begin(), axes.end())) {
    if (transposed_shape(stage.shape, axes) == value.shape &&
        same_numbers_transposed(stage, axes, value, Tolerance{}))
      return true;
  }
  return false;
}

bool is_finite(const Array& array) {
  return std::all_of(array.data.begin(), array.data.end(), [](double value) { return std::isfinite(value); });
}

// `value` with the stage's own numbers where those are not finite.
Array where_finite(const Array& stage, Array value) {
  for (std::size_t i = 0; i < stage.data.size(); ++i)
    if (!std::isfinite(stage.data[i])) value.data[i] = stage.data[i];
  return value;
}

// The factor between the two, found at the largest number of the stage; 1 where there is none.
double factor_between(const Array& stage, const Array& value) {
  std::size_t largest = 0;
  const auto size_at = [&](std::size_t i) {
    return std::isfinite(stage.data[i]) ? std::abs(stage.data[i]) : 0;
  };
  for (std::size_t i = 1; i < stage.data.size(); ++i)
    if (size_at(i) > size_at(largest)) largest = i;
  if (stage.data.empty() || size_at(largest) == 0) return 1;
  const double factor = value.data[largest] / stage.data[largest];
  if (!std::isfinite(factor) || factor <= 0) return 1;
  Array scaled = stage;
  for (double& number : scaled.data) number *= factor;
  return same_numbers(scaled, value, Tolerance{}) ? factor : 1;
}

}  // namespace

Sighting sight(const Array& stage, const Operation& operation, std::size_t at) {
  if (operation.data.size() != stage.data.size() || operation.data.empty()) return {};
  const Array value{operation.output, operation.data};
  if (element_count(value.shape) != static_cast<std::int64_t>(value.data.size())) return {};
  if (same_numbers(stage, value, Tolerance{})) return {.how = Sighting::How::kFound, .at = at, .factor = 1};
  if (is_reordered(stage, value)) return {.how = Sighting::How::kReordered, .at = at, .factor = 1};
  if (const double factor = factor_between(stage, value); factor != 1)
    return {.how = Sighting::How::kScaled, .at = at, .factor = factor};
  if (is_finite(stage)) return {};
  const Array finite = where_finite(stage, value);
  const double factor = factor_between(stage, finite);
  if (factor == 1 && !same_numbers(stage, finite, Tolerance{})) return {};
  return {.how = Sighting::How::kWhereFinite, .at = at, .factor = factor};
}

}  // namespace grader

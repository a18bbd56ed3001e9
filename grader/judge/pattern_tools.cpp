#include "grader/judge/pattern_tools.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/compare.h"

namespace grader {

Array transposed(const Array& array, const std::vector<std::size_t>& permutation) {
  std::vector<std::int64_t> strides(array.shape.size(), 1);
  for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * array.shape[i];
  Array out{.shape = {}, .data = {}};
  std::vector<std::int64_t> steps;
  for (const std::size_t axis : permutation) {
    out.shape.push_back(array.shape[axis]);
    steps.push_back(strides[axis]);
  }
  out.data.reserve(array.data.size());
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t from = 0;
    for (std::size_t axis = steps.size(); axis-- > 0;) {
      from += rest % out.shape[axis] * steps[axis];
      rest /= out.shape[axis];
    }
    out.data.push_back(array.data[static_cast<std::size_t>(from)]);
  }
  return out;
}

bool same_numbers(const Array& expected, const Array& got, const Tolerance& tolerance) {
  if (expected.data.size() != got.data.size()) return false;
  const double atol = absolute_tolerance(tolerance, expected.data);
  for (std::size_t i = 0; i < expected.data.size(); ++i)
    if (!fits(expected.data[i], got.data[i], atol, tolerance.rtol)) return false;
  return true;
}

bool all_zero(const std::vector<double>& data) {
  return !data.empty() && std::all_of(data.begin(), data.end(), [](double value) { return value == 0; });
}

Along count_along(const Shape& shape, std::size_t axis, const std::function<bool(std::size_t)>& holds) {
  const std::int64_t size = shape[axis];
  const auto at = shape.begin() + static_cast<std::ptrdiff_t>(axis);
  const std::int64_t inner = element_count({at + 1, shape.end()});
  const std::int64_t total = element_count(shape);
  Along along{.hits = std::vector<std::int64_t>(static_cast<std::size_t>(size)),
              .each = size > 0 ? total / size : 0};
  for (std::int64_t i = 0; i < total; ++i)
    if (holds(static_cast<std::size_t>(i))) ++along.hits[static_cast<std::size_t>(i / inner % size)];
  return along;
}

std::vector<bool> right_numbers(const Wrong& wrong) {
  const double atol = absolute_tolerance(wrong.tolerance, wrong.expected.data);
  std::vector<bool> right(wrong.expected.data.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    right[i] = fits(wrong.expected.data[i], wrong.got.data[i], atol, wrong.tolerance.rtol);
  return right;
}

std::string axes_text(const Wrong& wrong, const std::vector<std::size_t>& permutation) {
  std::string text;
  for (const std::size_t axis : permutation) {
    const std::string name = axis < wrong.axes.size() ? wrong.axes[axis] : fmt::format("{}", axis);
    if (!text.empty()) text += ", ";
    text += name;
  }
  return "(" + text + ")";
}

std::string short_number(double value) {
  return fmt::format("{:.6g}", value);
}

}  // namespace grader

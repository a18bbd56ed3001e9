#include "grader/judge/pattern_tools.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/compare.h"

namespace grader {

namespace {

// Goes through an array's numbers in the order in which its transpose has them.
class TransposedWalk {
 public:
  TransposedWalk(const Shape& shape, const std::vector<std::size_t>& permutation)
      : axes_(permutation.size()) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t i = strides.size(); i-- > 1;)
      strides[i - 1] = strides[i] * static_cast<std::size_t>(shape[i]);
    for (std::size_t i = 0; i < axes_.size(); ++i)
      axes_[i] = {.size = static_cast<std::size_t>(shape[permutation[i]]), .step = strides[permutation[i]]};
  }

  std::size_t at() const { return at_; }

  void next() {
    for (std::size_t i = axes_.size(); i-- > 0;) {
      Axis& axis = axes_[i];
      at_ += axis.step;
      if (++axis.position < axis.size) return;
      at_ -= axis.step * axis.size;
      axis.position = 0;
    }
  }

 private:
  struct Axis {
    std::size_t size = 1;
    std::size_t step = 1;
    std::size_t position = 0;
  };

  std::vector<Axis> axes_;
  std::size_t at_ = 0;
};

}  // namespace

Shape transposed_shape(const Shape& shape, const std::vector<std::size_t>& permutation) {
  Shape out;
  out.reserve(permutation.size());
  for (const std::size_t axis : permutation) out.push_back(shape[axis]);
  return out;
}

Array transposed(const Array& array, const std::vector<std::size_t>& permutation) {
  Array out{.shape = transposed_shape(array.shape, permutation), .data = {}};
  out.data.reserve(array.data.size());
  TransposedWalk walk(array.shape, permutation);
  for (std::size_t i = 0; i < array.data.size(); ++i, walk.next()) out.data.push_back(array.data[walk.at()]);
  return out;
}

bool same_numbers(const Array& expected, const Array& got, const Tolerance& tolerance) {
  if (expected.data.size() != got.data.size()) return false;
  const double atol = absolute_tolerance(tolerance, expected.data);
  for (std::size_t i = 0; i < expected.data.size(); ++i)
    if (!fits(expected.data[i], got.data[i], atol, tolerance.rtol)) return false;
  return true;
}

bool same_numbers_transposed(const Array& expected, const std::vector<std::size_t>& permutation,
                             const Array& got, const Tolerance& tolerance) {
  if (expected.data.size() != got.data.size()) return false;
  const double atol = absolute_tolerance(tolerance, expected.data);
  TransposedWalk walk(expected.shape, permutation);
  for (std::size_t i = 0; i < got.data.size(); ++i, walk.next())
    if (!fits(expected.data[walk.at()], got.data[i], atol, tolerance.rtol)) return false;
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

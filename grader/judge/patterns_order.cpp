// Patterns that find the expected numbers at other places.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "grader/judge/compare.h"
#include "grader/judge/letters.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

constexpr std::size_t kMaxRank = 5;
constexpr std::int64_t kMaxSlices = 64;

std::vector<std::size_t> in_order(std::size_t rank) {
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// An axis of size 1 may stand anywhere without moving a number: only orders that leave it say something.
bool moves_only_real_axes(const std::vector<std::size_t>& order, const Shape& shape) {
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != i && (shape[order[i]] == 1 || shape[i] == 1)) return false;
  return true;
}

// The numbers at one position of an axis, in order.
Array slice(const Array& array, std::size_t axis, std::int64_t position) {
  const auto at = array.shape.begin() + static_cast<std::ptrdiff_t>(axis);
  const std::int64_t inner = element_count({at + 1, array.shape.end()});
  const std::int64_t outer = element_count({array.shape.begin(), at});
  Array out{.shape = {outer * inner}, .data = {}};
  out.data.reserve(static_cast<std::size_t>(outer * inner));
  for (std::int64_t i = 0; i < outer; ++i) {
    const auto from = array.data.begin() + (i * *at + position) * inner;
    out.data.insert(out.data.end(), from, from + inner);
  }
  return out;
}

std::vector<Array> slices(const Array& array, std::size_t axis) {
  std::vector<Array> all;
  for (std::int64_t i = 0; i < array.shape[axis]; ++i) all.push_back(slice(array, axis, i));
  return all;
}

bool all_slices_alike(const Array& array, std::size_t axis) {
  const Array first = slice(array, axis, 0);
  for (std::int64_t i = 1; i < array.shape[axis]; ++i)
    if (slice(array, axis, i).data != first.data) return false;
  return true;
}

// Which axes have positions that a sentence can speak of.
std::vector<std::size_t> named_axes(const Wrong& wrong, std::int64_t least) {
  std::vector<std::size_t> axes;
  if (wrong.expected.shape != wrong.got.shape) return axes;
  for (std::size_t axis = 0; axis < wrong.nouns.size(); ++axis) {
    const std::int64_t size = wrong.expected.shape[axis];
    if (!wrong.nouns[axis].empty() && size >= least && size <= kMaxSlices) axes.push_back(axis);
  }
  return axes;
}

bool fit(const Wrong& wrong, const Array& expected, const Array& got) {
  return same_numbers(expected, got, wrong.tolerance);
}

// got[i] is expected[i - step] wherever both are there, and that is not so of `expected` itself.
bool moved_by(const Wrong& wrong, std::size_t axis, std::int64_t step) {
  bool expected_too = true;
  const std::int64_t size = wrong.got.shape[axis];
  for (std::int64_t i = std::max<std::int64_t>(step, 0); i < std::min(size, size + step); ++i) {
    const Array source = slice(wrong.expected, axis, i - step);
    if (!fit(wrong, source, slice(wrong.got, axis, i))) return false;
    expected_too = expected_too && fit(wrong, source, slice(wrong.expected, axis, i));
  }
  return !expected_too;
}

// For each position of got the position of expected that fits, or nothing.
std::vector<std::int64_t> sources(const Wrong& wrong, std::size_t axis) {
  const std::vector<Array> expected = slices(wrong.expected, axis);
  std::vector<bool> used(expected.size());
  std::vector<std::int64_t> order;
  for (std::int64_t i = 0; i < wrong.got.shape[axis]; ++i) {
    const Array one = slice(wrong.got, axis, i);
    std::size_t at = 0;
    while (at < expected.size() && (used[at] || !fit(wrong, expected[at], one))) ++at;
    if (at == expected.size()) return {};
    used[at] = true;
    order.push_back(static_cast<std::int64_t>(at));
  }
  return order;
}

}  // namespace

std::string other_shape(const Wrong& wrong) {
  if (wrong.expected.shape == wrong.got.shape || !fit(wrong, wrong.expected, wrong.got)) return "";
  return fmt::format("the values are right and in order; only the shape is {} instead of {}",
                     to_string(wrong.got.shape), to_string(wrong.expected.shape));
}

std::string last_axes_exchanged(const Wrong& wrong) {
  const std::size_t rank = wrong.expected.shape.size();
  if (rank < 2) return "";
  std::vector<std::size_t> order = in_order(rank);
  std::swap(order[rank - 1], order[rank - 2]);
  if (!moves_only_real_axes(order, wrong.expected.shape)) return "";
  if (transposed_shape(wrong.expected.shape, order) != wrong.got.shape ||
      !same_numbers_transposed(wrong.expected, order, wrong.got, wrong.tolerance))
    return "";
  return fmt::format("the values are right, with the last two axes exchanged: {} instead of {}",
                     axes_text(wrong, order), axes_text(wrong, in_order(rank)));
}

std::string other_axis_order(const Wrong& wrong) {
  const std::size_t rank = wrong.expected.shape.size();
  if (rank < 2 || rank > kMaxRank || wrong.expected.data.size() != wrong.got.data.size()) return "";
  std::vector<std::size_t> order = in_order(rank);
  while (std::next_permutation(order.begin(), order.end())) {
    if (!moves_only_real_axes(order, wrong.expected.shape)) continue;
    if (!same_numbers_transposed(wrong.expected, order, wrong.got, wrong.tolerance)) continue;
    const std::string orders =
        fmt::format("{} instead of {}", axes_text(wrong, order), axes_text(wrong, in_order(rank)));
    if (transposed_shape(wrong.expected.shape, order) == wrong.got.shape)
      return fmt::format("the values are right, in the axis order {}", orders);
    return fmt::format("the numbers are right, but lie in the order of axes {}", orders);
  }
  return "";
}

std::string reordered(const Wrong& wrong) {
  for (const std::size_t axis : named_axes(wrong, 2)) {
    const std::vector<std::int64_t> order = sources(wrong, axis);
    if (order.empty() || std::is_sorted(order.begin(), order.end())) continue;
    const std::string noun = plural(wrong.nouns[axis], 2);
    if (order.size() > 12) return fmt::format("the {} are right, but in another order", noun);
    return fmt::format("the {} are right, but in the order {}", noun, fmt::join(order, ", "));
  }
  return "";
}

std::string moved(const Wrong& wrong) {
  for (const std::size_t axis : named_axes(wrong, 3)) {
    for (const int step : {1, -1})
      if (moved_by(wrong, axis, step))
        return fmt::format("each {0} holds what is expected of the {0} {1} it", wrong.nouns[axis],
                           step > 0 ? "before" : "after");
  }
  return "";
}

std::string all_alike(const Wrong& wrong) {
  for (const std::size_t axis : named_axes(wrong, 2)) {
    if (!all_slices_alike(wrong.got, axis) || all_slices_alike(wrong.expected, axis)) continue;
    const Array got = slice(wrong.got, axis, 0);
    for (std::int64_t i = 0; i < wrong.expected.shape[axis]; ++i)
      if (fit(wrong, slice(wrong.expected, axis, i), got))
        return fmt::format("every {0} holds what is expected of {0} {1}", wrong.nouns[axis], i);
    return fmt::format("every {} holds the same numbers", wrong.nouns[axis]);
  }
  return "";
}

std::string other_order(const Wrong& wrong) {
  const auto is_nan = [](double value) { return value != value; };
  if (wrong.got.data.size() < 3 || wrong.got.data.size() != wrong.expected.data.size()) return "";
  if (fit(wrong, wrong.expected, wrong.got)) return "";
  for (const Array* one : {&wrong.expected, &wrong.got})
    if (std::any_of(one->data.begin(), one->data.end(), is_nan)) return "";
  // Sorting is dear, and most arrays differ in their largest number already.
  if (!fits(*std::ranges::max_element(wrong.expected.data), *std::ranges::max_element(wrong.got.data),
            absolute_tolerance(wrong.tolerance, wrong.expected.data), wrong.tolerance.rtol))
    return "";
  Array expected = wrong.expected;
  Array got = wrong.got;
  std::sort(expected.data.begin(), expected.data.end());
  std::sort(got.data.begin(), got.data.end());
  return fit(wrong, expected, got) ? "the values are the expected ones, in another order" : "";
}

}  // namespace grader

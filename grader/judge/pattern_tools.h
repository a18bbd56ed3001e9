// Tensor arithmetic that several patterns share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grader/judge/patterns.h"

namespace grader {

/// `array` with its axes in the order of `permutation`, as NumPy's transpose.
Array transposed(const Array& array, const std::vector<std::size_t>& permutation);

/// True where the numbers of both, in row-major order, fit; the shapes may differ.
bool same_numbers(const Array& expected, const Array& got, const Tolerance& tolerance);

/// As same_numbers(transposed(expected, permutation), got, tolerance); looks no further than the first number
/// that does not fit.
bool same_numbers_transposed(const Array& expected, const std::vector<std::size_t>& permutation,
                             const Array& got, const Tolerance& tolerance);

/// The shape of transposed().
Shape transposed_shape(const Shape& shape, const std::vector<std::size_t>& permutation);

/// True where all numbers are 0 (of either sign), and there is one.
bool all_zero(const std::vector<double>& data);

/// For each position along `axis`: how many numbers satisfy `holds(flat index)`, of how many.
struct Along {
  std::vector<std::int64_t> hits;
  std::int64_t each = 0;  // numbers at one position
};
Along count_along(const Shape& shape, std::size_t axis, const std::function<bool(std::size_t)>& holds);

/// True for each number that fits its expected one. REQUIRES: equal shapes.
std::vector<bool> right_numbers(const Wrong& wrong);

/// `(B, T, H, d)`: the letters of the axes in the order of `permutation`, or their numbers where letters are
/// unknown.
std::string axes_text(const Wrong& wrong, const std::vector<std::size_t>& permutation);

/// A number for a sentence: at most 6 digits.
std::string short_number(double value);

/// `tokens 0, 1 of every text`: the positions of an axis. REQUIRES: the axis has a noun.
std::string positions_text(const Wrong& wrong, std::size_t axis, const std::vector<std::int64_t>& positions);

// The patterns, by what they look at. Each gives its sentence or "".
std::string not_finite(const Wrong& wrong);
std::string one_number(const Wrong& wrong);
std::string is_an_input(const Wrong& wrong);
std::string input_in_order(const Wrong& wrong);
std::string other_shape(const Wrong& wrong);
std::string last_axes_exchanged(const Wrong& wrong);
std::string other_axis_order(const Wrong& wrong);
std::string by_a_factor(const Wrong& wrong);
std::string by_a_constant(const Wrong& wrong);
std::string by_an_input(const Wrong& wrong);
std::string same_difference(const Wrong& wrong);
std::string decimals_cut(const Wrong& wrong);
std::string few_digits(const Wrong& wrong);
std::string moved(const Wrong& wrong);
std::string reordered(const Wrong& wrong);
std::string all_alike(const Wrong& wrong);
std::string zero_slices(const Wrong& wrong);
std::string wrong_positions(const Wrong& wrong);
std::string other_order(const Wrong& wrong);

}  // namespace grader

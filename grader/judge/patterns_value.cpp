// Patterns that look at the numbers themselves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/judge/compare.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

// How exactly a relation such as "twice the expected one" must hold: far tighter than chance, and wide enough
// for the rounding of another order of sums.
constexpr double kClose = 1e-9;

double largest(const std::vector<double>& data) {
  double most = 0;
  for (const double value : data)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return most;
}

bool all_finite(const std::vector<double>& data) {
  return std::all_of(data.begin(), data.end(), [](double value) { return std::isfinite(value); });
}

// Equal shapes, at least 3 finite numbers: fewer fit any relation.
bool comparable(const Wrong& wrong) {
  return wrong.expected.shape == wrong.got.shape && wrong.expected.data.size() >= 3 &&
         all_finite(wrong.expected.data) && all_finite(wrong.got.data);
}

bool near(double a, double b, double scale) {
  return std::abs(a - b) <= kClose * scale;
}

std::int64_t count_not_finite(const std::vector<double>& data) {
  return std::count_if(data.begin(), data.end(), [](double value) { return !std::isfinite(value); });
}

// "token 0 of every text is nan" where the values that are not finite fill whole positions of one axis.
std::string not_finite_positions(const Wrong& wrong, const std::string& what) {
  for (std::size_t axis = 0; axis < wrong.nouns.size(); ++axis) {
    if (wrong.nouns[axis].empty() || wrong.expected.shape != wrong.got.shape) continue;
    const auto bad = [&](std::size_t i) { return !std::isfinite(wrong.got.data[i]); };
    const Along along = count_along(wrong.got.shape, axis, bad);
    std::vector<std::int64_t> full;
    for (std::size_t i = 0; i < along.hits.size(); ++i)
      if (along.hits[i] == along.each) full.push_back(static_cast<std::int64_t>(i));
    const auto covered = static_cast<std::int64_t>(full.size()) * along.each;
    if (covered == count_not_finite(wrong.got.data) && full.size() < along.hits.size())
      return positions_text(wrong, axis, full) + (full.size() == 1 ? " is " : " are ") + what;
  }
  return "";
}

bool cut_to(const Wrong& wrong, double step, double* most) {
  *most = 0;
  for (std::size_t i = 0; i < wrong.got.data.size(); ++i) {
    const double steps = wrong.got.data[i] / step;
    if (!(std::abs(steps - std::round(steps)) <= kClose * std::max(1.0, std::abs(steps)))) return false;
    const double error = std::abs(wrong.got.data[i] - wrong.expected.data[i]) / step;
    if (!(error < 1)) return false;
    *most = std::max(*most, error);
  }
  return true;
}

}  // namespace

std::string not_finite(const Wrong& wrong) {
  const std::int64_t bad = count_not_finite(wrong.got.data);
  const auto total = static_cast<std::int64_t>(wrong.got.data.size());
  if (bad == 0 || count_not_finite(wrong.expected.data) > 0) return "";
  const bool only_nan =
      std::none_of(wrong.got.data.begin(), wrong.got.data.end(), [](double v) { return std::isinf(v); });
  const std::string what = only_nan ? "nan" : "nan or inf";
  if (bad == total) return fmt::format("every value is {}", what);
  std::string positions = not_finite_positions(wrong, what);
  if (!positions.empty()) return positions;
  return fmt::format("{} of {} values are {}; none should be", bad, total, what);
}

std::string one_number(const Wrong& wrong) {
  const auto& got = wrong.got.data;
  const auto& expected = wrong.expected.data;
  const bool alike = std::all_of(got.begin(), got.end(), [&](double value) { return value == got[0]; });
  const bool same =
      std::all_of(expected.begin(), expected.end(), [&](double value) { return value == expected[0]; });
  if (!alike || same || got.size() < 2) return "";
  return fmt::format("every value is {}", short_number(got[0]));
}

std::string is_an_input(const Wrong& wrong) {
  if (wrong.got.data.size() < 2) return "";
  for (std::size_t i = 0; i < wrong.inputs.size(); ++i)
    if (wrong.inputs[i]->shape == wrong.got.shape && same_numbers(*wrong.inputs[i], wrong.got, kExact))
      return fmt::format("the result is '{}' unchanged", wrong.input_names[i]);
  return "";
}

std::string input_in_order(const Wrong& wrong) {
  if (wrong.got.data.size() < 2 || same_numbers(wrong.expected, wrong.got, wrong.tolerance)) return "";
  for (std::size_t i = 0; i < wrong.inputs.size(); ++i)
    if (same_numbers(*wrong.inputs[i], wrong.got, kExact))
      return fmt::format("the result holds the numbers of '{}' in the order in which they lie there",
                         wrong.input_names[i]);
  return "";
}

std::string by_a_factor(const Wrong& wrong) {
  if (!comparable(wrong)) return "";
  const auto& expected = wrong.expected.data;
  const auto most = std::max_element(expected.begin(), expected.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double factor = wrong.got.data[static_cast<std::size_t>(most - expected.begin())] / *most;
  const double scale = std::abs(*most * factor);
  if (!std::isfinite(factor) || factor == 0 || std::abs(factor - 1) < 1e-5) return "";
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!near(wrong.got.data[i], expected[i] * factor, scale)) return "";
  if (near(factor, -1, 1)) return "every value has the wrong sign";
  return fmt::format("every value is {} times the expected one", short_number(factor));
}

std::string by_a_constant(const Wrong& wrong) {
  if (!comparable(wrong)) return "";
  const double shift = wrong.got.data[0] - wrong.expected.data[0];
  const double scale = std::max(largest(wrong.expected.data), largest(wrong.got.data));
  if (std::abs(shift) <= 1e3 * kClose * scale) return "";
  for (std::size_t i = 0; i < wrong.got.data.size(); ++i)
    if (!near(wrong.got.data[i] - wrong.expected.data[i], shift, scale)) return "";
  return fmt::format("every value is {} too {}", short_number(std::abs(shift)),
                     shift > 0 ? "large" : "small");
}

std::string by_an_input(const Wrong& wrong) {
  if (!comparable(wrong)) return "";
  const double scale = std::max(largest(wrong.expected.data), largest(wrong.got.data));
  for (std::size_t input = 0; input < wrong.inputs.size(); ++input) {
    const Array& other = *wrong.inputs[input];
    if (other.shape != wrong.got.shape || largest(other.data) <= 1e3 * kClose * scale) continue;
    for (const double sign : {1.0, -1.0}) {
      bool holds = true;
      for (std::size_t i = 0; i < other.data.size() && holds; ++i)
        holds = near(wrong.got.data[i] - wrong.expected.data[i], sign * other.data[i], scale);
      if (holds)
        return fmt::format("the result is too {} by exactly '{}'", sign > 0 ? "large" : "small",
                           wrong.input_names[input]);
    }
  }
  return "";
}

std::string same_difference(const Wrong& wrong) {
  const std::size_t rank = wrong.expected.shape.size();
  if (!comparable(wrong) || rank < 2) return "";
  const auto width = static_cast<std::size_t>(wrong.expected.shape.back());
  const auto off = [&](std::size_t i) { return wrong.got.data[i] - wrong.expected.data[i]; };
  const double scale = std::max(largest(wrong.expected.data), largest(wrong.got.data));
  double most = 0;
  for (std::size_t i = 0; i < width; ++i) most = std::max(most, std::abs(off(i)));
  if (width == wrong.got.data.size() || most <= 1e3 * kClose * scale) return "";
  for (std::size_t i = width; i < wrong.got.data.size(); ++i)
    if (!near(off(i), off(i % width), scale)) return "";
  const std::string& noun = wrong.nouns[rank - 2];
  return fmt::format("every {} is off by the same numbers", noun.empty() ? "row" : noun);
}

std::string decimals_cut(const Wrong& wrong) {
  if (!comparable(wrong) || all_zero(wrong.got.data)) return "";
  for (int decimals = 0; decimals <= 6; ++decimals) {
    double most = 0;
    if (!cut_to(wrong, std::pow(10.0, -decimals), &most)) continue;
    const std::string_view how = most <= 0.5 + kClose ? "rounded" : "cut";
    if (decimals == 0) return fmt::format("the values are {} to whole numbers", how);
    return fmt::format("the values are {} to {} decimal{}", how, decimals, decimals == 1 ? "" : "s");
  }
  return "";
}

std::string few_digits(const Wrong& wrong) {
  if (!comparable(wrong)) return "";
  double error = 0;
  for (std::size_t i = 0; i < wrong.got.data.size(); ++i)
    error = std::max(error, std::abs(wrong.got.data[i] - wrong.expected.data[i]));
  const double scale = largest(wrong.expected.data);
  if (!(error > 0) || !(error <= 1e-4 * scale)) return "";
  const int digits = static_cast<int>(std::floor(-std::log10(error / scale)));
  const bool as_float = digits >= 6 && digits <= 8;
  return fmt::format("only about {} digits are right{}", digits,
                     as_float ? ", as many as a float holds" : "");
}

}  // namespace grader

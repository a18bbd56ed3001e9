#include "grader/judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "grader/base/text.h"

namespace grader {
namespace {

// Decides one pair of numbers, and how much of the tolerance it used.
class Rule {
 public:
  virtual ~Rule() = default;
  virtual bool fits(double expected, double got) const = 0;
  virtual double allowed(double expected) const = 0;
};

class Within : public Rule {
 public:
  Within(const Tolerance& tolerance, const std::vector<double>& expected)
      : atol_(absolute_tolerance(tolerance, expected)), rtol_(tolerance.rtol) {}
  bool fits(double expected, double got) const override { return grader::fits(expected, got, atol_, rtol_); }
  double allowed(double expected) const override { return atol_ + rtol_ * std::abs(expected); }

 private:
  double atol_;
  double rtol_;
};

class SameBits : public Rule {
 public:
  bool fits(double expected, double got) const override {
    return std::bit_cast<std::uint64_t>(expected) == std::bit_cast<std::uint64_t>(got);
  }
  double allowed(double /*expected*/) const override { return 0; }
};

std::vector<std::int64_t> index_of(std::int64_t flat, const Shape& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = flat % shape[axis];
    flat /= shape[axis];
  }
  return index;
}

double share_used(double error, double allowed) {
  if (error == 0) return 0;
  return allowed > 0 ? error / allowed : std::numeric_limits<double>::infinity();
}

void note_wrong(Difference& difference, const Array& expected, const Array& got, std::size_t at) {
  if (difference.total <= kShownNumbers) difference.wrong_at.push_back(static_cast<std::int64_t>(at));
  if (++difference.wrong > 1) return;
  difference.first_index = index_of(static_cast<std::int64_t>(at), expected.shape);
  difference.expected_value = expected.data[at];
  difference.got_value = got.data[at];
}

// REQUIRES: the shapes are equal.
void compare_numbers(const Array& expected, const Array& got, const Rule& rule, Difference& difference) {
  for (std::size_t i = 0; i < expected.data.size(); ++i) {
    const double error = std::abs(got.data[i] - expected.data[i]);
    if (std::isfinite(expected.data[i]) && std::isfinite(got.data[i])) {
      difference.max_error = std::max(difference.max_error, error);
      difference.max_tolerance_used =
          std::max(difference.max_tolerance_used, share_used(error, rule.allowed(expected.data[i])));
    }
    if (!rule.fits(expected.data[i], got.data[i])) note_wrong(difference, expected, got, i);
  }
}

void keep_small(const Array& expected, const Array& got, Difference& difference) {
  if (element_count(expected.shape) <= kShownNumbers) difference.expected = expected;
  if (element_count(got.shape) <= kShownNumbers) difference.got = got;
}

Comparison compare_arrays(const Array& expected, const Array& got, const Rule& rule) {
  Comparison comparison;
  Difference& difference = comparison.difference;
  difference.expected_shape = expected.shape;
  difference.got_shape = got.shape;
  difference.total = element_count(expected.shape);
  if (expected.shape != got.shape) {
    comparison.match = Match::kWrongShape;
    comparison.message =
        fmt::format("expected shape {}, got {}", to_string(expected.shape), to_string(got.shape));
  } else {
    compare_numbers(expected, got, rule, difference);
    if (difference.wrong > 0) comparison.match = Match::kWrongValues;
  }
  if (comparison.match != Match::kSame) keep_small(expected, got, difference);
  if (comparison.match == Match::kWrongValues)
    comparison.message = fmt::format("{} of {} values differ", difference.wrong, difference.total);
  return comparison;
}

Comparison wrong(Match match, std::string message) {
  Comparison comparison;
  comparison.match = match;
  comparison.message = std::move(message);
  return comparison;
}

std::string names_of(const NamedArrays& arrays) {
  std::string names;
  for (const auto& [name, array] : arrays)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", clean_line(name));
  return names.empty() ? "nothing" : names;
}

const Array* find(const NamedArrays& arrays, const std::string& name) {
  for (const auto& [key, array] : arrays)
    if (key == name) return &array;
  return nullptr;
}

template <class MakeRule>
Comparison compare_params(const NamedArrays& expected, const NamedArrays& got, MakeRule make_rule) {
  bool same_names = expected.size() == got.size();
  for (const auto& [name, array] : expected) same_names = same_names && find(got, name) != nullptr;
  if (!same_names)
    return wrong(Match::kWrongType,
                 fmt::format("expected params {}, got {}", names_of(expected), names_of(got)));
  Comparison all;
  for (const auto& [name, array] : expected) {
    Comparison one = compare_arrays(array, *find(got, name), make_rule(array.data));
    one.entry = name;
    if (one.match != Match::kSame) return one;
    if (one.difference.max_tolerance_used >= all.difference.max_tolerance_used) all = std::move(one);
  }
  return all;
}

double as_number(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  return std::get<double>(value);
}

std::string shown(const Value& value) {
  return cut_text(clean_line(summary(value)), 200);
}

// One number is a tensor of shape () to the report; ints and bools are held against each other as they are,
// because a double can not tell large ints apart.
template <class MakeRule>
Comparison compare_scalars(const Value& expected, const Value& got, MakeRule make_rule) {
  const Array before{.shape = {}, .data = {as_number(expected)}};
  Comparison comparison =
      compare_arrays(before, {.shape = {}, .data = {as_number(got)}}, make_rule(before.data));
  if (type_of(expected) != Type::kDouble)
    comparison.match = expected == got ? Match::kSame : Match::kWrongValues;
  comparison.difference.wrong = comparison.match == Match::kSame ? 0 : 1;
  comparison.message.clear();
  if (comparison.match != Match::kSame)
    comparison.message = fmt::format("expected {}, got {}", shown(expected), shown(got));
  return comparison;
}

template <class MakeRule>
Comparison compare_by(const Value& expected, const Value& got, MakeRule make_rule) {
  if (expected.index() != got.index())
    return wrong(Match::kWrongType,
                 fmt::format("expected {}, got {}", to_string(type_of(expected)), to_string(type_of(got))));
  switch (type_of(expected)) {
    case Type::kTensor: {
      const auto& before = std::get<Array>(expected);
      return compare_arrays(before, std::get<Array>(got), make_rule(before.data));
    }
    case Type::kParams:
      return compare_params(std::get<NamedArrays>(expected), std::get<NamedArrays>(got), make_rule);
    case Type::kString:
      if (expected == got) return {};
      return wrong(Match::kWrongValues, fmt::format("expected {}, got {}", shown(expected), shown(got)));
    case Type::kInt:
    case Type::kDouble:
    case Type::kBool:
      return compare_scalars(expected, got, make_rule);
  }
  return {};
}

}  // namespace

Comparison compare(const Value& expected, const Value& got, const Tolerance& tolerance) {
  return compare_by(expected, got,
                    [&](const std::vector<double>& numbers) { return Within(tolerance, numbers); });
}

Comparison compare_bits(const Value& expected, const Value& got) {
  return compare_by(expected, got, [](const std::vector<double>&) { return SameBits(); });
}

double absolute_tolerance(const Tolerance& tolerance, const std::vector<double>& expected) {
  if (tolerance.atol) return *tolerance.atol;
  double largest = 0;
  for (const double value : expected)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return tolerance.atol_scale * largest;
}

bool fits(double expected, double got, double atol, double rtol) {
  if (std::isnan(expected)) return std::isnan(got);
  if (std::isinf(expected)) return got == expected;
  if (!std::isfinite(got)) return false;
  const double error = std::abs(got - expected);
  return error <= atol + rtol * std::abs(expected);  // never `error > …`: a NaN must not pass
}

bool fits(const Array& expected, const Array& got, const Tolerance& tolerance) {
  if (expected.shape != got.shape) return false;
  const double atol = absolute_tolerance(tolerance, expected.data);
  for (std::size_t i = 0; i < expected.data.size(); ++i)
    if (!fits(expected.data[i], got.data[i], atol, tolerance.rtol)) return false;
  return true;
}

}  // namespace grader

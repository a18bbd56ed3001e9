// Holds a result against what was expected, under a tolerance.
#pragma once

#include <string>

#include "grader/model/case.h"
#include "grader/model/report.h"
#include "grader/model/value.h"

namespace grader {

enum class Match {
  kSame,
  kWrongType,  // an int where a tensor was asked for; also params with other names
  kWrongShape,
  kWrongValues,
};

struct Comparison {
  Match match = Match::kSame;
  Difference difference;  // filled for tensors and numbers, also where they are the same
  std::string entry;      // params: the name of the entry that `difference` speaks of, else ""
  std::string message;    // `expected shape (2, 4, 5, 3), got (2, 5, 4, 3)`; "" where they are the same
};

/// Each number by |got - expected| <= atol + rtol * |expected|, where NaN fits NaN alone, an infinity the
/// same infinity alone, and no other number anything that is not finite. Params fit when they hold the same
/// names, in any order, with fitting tensors; ints, bools and strings when they are equal. Both tensors are
/// kept in the difference when they are wrong and small (kShownNumbers).
Comparison compare(const Value& expected, const Value& got, const Tolerance& tolerance);

/// As compare, but each number must have the same bits: -0.0 is not 0.0, and NaN fits the same NaN.
Comparison compare_bits(const Value& expected, const Value& got);

/// The largest tensor (in numbers) that a report carries in full.
inline constexpr std::int64_t kShownNumbers = 400;

/// atol of `tolerance` for these expected values: the given one, or atol_scale * max|expected| over finite
/// ones.
double absolute_tolerance(const Tolerance& tolerance, const std::vector<double>& expected);

/// The rule for one number; `atol` as absolute_tolerance gives it.
bool fits(double expected, double got, double atol, double rtol);

/// True where all numbers fit; false too where the shapes differ.
bool fits(const Array& expected, const Array& got, const Tolerance& tolerance);

}  // namespace grader

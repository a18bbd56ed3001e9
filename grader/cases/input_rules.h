// Tensors by rule: few words in a case file, the same numbers in every language. cases/README.md has the
// rules.
#pragma once

#include <cstdint>

#include "grader/model/value.h"

namespace grader {

/// Number i, counted in row-major order from 0, is start + i * step, the product first, both rounded to
/// double.
Array arange(const Shape& shape, double start, double step);
/// (n, n), 1 on the diagonal.
Array eye(std::int64_t n);
Array full(const Shape& shape, double value);
/// See uniform in grader/model/uniform.h: low + (high - low) * (x >> 11) * 2^-53.
Array uniform_array(const Shape& shape, std::uint64_t seed, double low, double high);

}  // namespace grader

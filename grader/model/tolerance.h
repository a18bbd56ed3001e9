// How far a result may be from what is expected.
#pragma once

#include <optional>

namespace grader {

/// |got - expected| <= atol + rtol * |expected|, where atol is `atol`, or `atol_scale` * max|expected| over
/// the finite expected values when `atol` is not given. Both 0 is `==`.
struct Tolerance {
  double rtol = 1e-10;
  std::optional<double> atol;
  double atol_scale = 1e-12;
};
inline constexpr Tolerance kExact{.rtol = 0, .atol = 0.0, .atol_scale = 0};

}  // namespace grader

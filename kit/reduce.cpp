// Operations along an axis: sum and max.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "kit/larger.h"
#include "kit/note.h"
#include "kit/ops.h"
#include "kit/storage.h"

namespace kit {
namespace {

using internal::Access;
using internal::larger;

// A tensor as (outer, length, inner), length being the axis to reduce.
struct Layout {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;
  Shape result;
};

Layout layout_of(const char* operation, const Arg& x, std::int64_t wanted_axis) {
  const auto axis = static_cast<std::size_t>(internal::axis_of(operation, x.tensor(), wanted_axis, x.line()));
  Layout layout{.result = x.tensor().shape()};
  for (std::size_t i = 0; i < axis; ++i) layout.outer *= layout.result[i];
  layout.length = std::exchange(layout.result[axis], 1);
  for (std::size_t i = axis + 1; i < layout.result.size(); ++i) layout.inner *= layout.result[i];
  return layout;
}

double add(double a, double b) {
  return a + b;
}

// Eight running results side by side: what the machine can do at once, and a smaller rounding error for sums.
template <class F>
double reduce_row(const double* row, std::int64_t length, double start, F f) {
  std::array<double, 8> parts;
  parts.fill(start);
  std::int64_t i = 0;
  for (; i + 8 <= length; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) parts[j] = f(parts[j], row[i + static_cast<std::int64_t>(j)]);
  }
  for (std::size_t j = 0; i < length; ++i, ++j) parts[j] = f(parts[j], row[i]);
  return f(f(f(parts[0], parts[1]), f(parts[2], parts[3])), f(f(parts[4], parts[5]), f(parts[6], parts[7])));
}

template <class F>
Tensor reduce(const char* operation, const Arg& x, const Layout& layout, double start, F f) {
  Tensor result = Access::allocate(operation, layout.result, x.line());
  const double* from = internal::numbers(x.tensor());
  double* to = Access::writable(result);
  if (layout.inner == 1) {
    for (std::int64_t o = 0; o < layout.outer; ++o)
      to[o] = reduce_row(from + o * layout.length, layout.length, start, f);
    return result;
  }
  std::fill_n(to, result.size(), start);
  for (std::int64_t o = 0; o < layout.outer; ++o, to += layout.inner) {
    for (std::int64_t l = 0; l < layout.length; ++l, from += layout.inner) {
      for (std::int64_t i = 0; i < layout.inner; ++i) to[i] = f(to[i], from[i]);
    }
  }
  return result;
}

}  // namespace

Tensor sum(Arg x, std::int64_t axis) {
  Tensor result = reduce("sum", x, layout_of("sum", x, axis), 0.0, add);
  return internal::noted("sum", x.line(), {x}, std::move(result));
}

Tensor max(Arg x, std::int64_t axis) {
  const Layout layout = layout_of("max", x, axis);
  if (layout.length == 0) {
    internal::fail_shape("max: axis " + std::to_string(axis) + " of shape " +
                             internal::text(x.tensor().shape()) + " has size 0, there is no largest number",
                         x.line());
  }
  Tensor result = reduce("max", x, layout, -HUGE_VAL, larger);
  return internal::noted("max", x.line(), {x}, std::move(result));
}

}  // namespace kit

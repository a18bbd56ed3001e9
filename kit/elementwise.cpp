// Operations number by number, with broadcasting.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "kit/broadcast.h"
#include "kit/kernels.h"
#include "kit/larger.h"
#include "kit/note.h"
#include "kit/ops.h"

namespace kit {
namespace internal {

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  Shape result(std::max(a.size(), b.size()));
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t size_a = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t size_b = back <= b.size() ? b[b.size() - back] : 1;
    if (size_a != size_b && size_a != 1 && size_b != 1) return std::nullopt;
    result[result.size() - back] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

Shape broadcast_shape(const char* operation, const Shape& a, const Shape& b, int line) {
  std::optional<Shape> result = broadcast(a, b);
  if (!result) {
    fail_shape(std::string(operation) + ": shapes " + text(a) + " and " + text(b) + " do not broadcast",
               line);
  }
  return *std::move(result);
}

}  // namespace internal

namespace {

using internal::Access;
using internal::larger;
using internal::noted;
using internal::numbers;

// One block of two inputs; the steps are apart so that the compiler makes a straight loop of each.
template <class F>
void apply_block(F f, const double* a, std::int64_t step_a, const double* b, std::int64_t step_b, double* to,
                 std::int64_t n) {
  if (step_a == 1 && step_b == 1) {
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(a[i], b[i]);
  } else if (step_a == 1) {
    const double y = *b;
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(a[i], y);
  } else if (step_b == 1) {
    const double x = *a;
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(x, b[i]);
  } else {
    std::fill_n(to, n, f(*a, *b));
  }
}

template <class F>
Tensor apply(const char* operation, const Arg& a, const Arg& b, F f) {
  const Shape& shape_a = Access::storage(a.tensor()).shape;
  const Shape& shape_b = Access::storage(b.tensor()).shape;
  const Shape shape = internal::broadcast_shape(operation, shape_a, shape_b, a.line());
  Tensor result = Access::allocate(operation, shape, a.line());
  if (result.size() > 0) {
    const auto walk = internal::walk_of<2>(shape, {&shape_a, &shape_b});
    double* to = Access::writable(result);
    internal::for_each_block(walk, [&](const auto& at) {
      apply_block(f, numbers(a.tensor()) + at[0], walk.inner_step[0], numbers(b.tensor()) + at[1],
                  walk.inner_step[1], to, walk.inner);
      to += walk.inner;
    });
  }
  return noted(operation, a.line(), {a, b}, std::move(result));
}

template <class F>
Tensor apply(const char* operation, const Arg& x, F f) {
  Tensor result = Access::allocate(operation, Access::storage(x.tensor()).shape, x.line());
  const double* from = numbers(x.tensor());
  std::transform(from, from + result.size(), Access::writable(result), f);
  return noted(operation, x.line(), {x}, std::move(result));
}

double is_less(double a, double b) {
  return a < b ? 1.0 : 0.0;
}

}  // namespace

Tensor operator+(Arg a, Arg b) {
  return apply("+", a, b, [](double x, double y) { return x + y; });
}
Tensor operator+(Arg a, double b) {
  return apply("+", a, [b](double x) { return x + b; });
}
Tensor operator+(double a, Arg b) {
  return apply("+", b, [a](double x) { return a + x; });
}
Tensor operator-(Arg a, Arg b) {
  return apply("-", a, b, [](double x, double y) { return x - y; });
}
Tensor operator-(Arg a, double b) {
  return apply("-", a, [b](double x) { return x - b; });
}
Tensor operator-(double a, Arg b) {
  return apply("-", b, [a](double x) { return a - x; });
}
Tensor operator*(Arg a, Arg b) {
  return apply("*", a, b, [](double x, double y) { return x * y; });
}
Tensor operator*(Arg a, double b) {
  return apply("*", a, [b](double x) { return x * b; });
}
Tensor operator*(double a, Arg b) {
  return apply("*", b, [a](double x) { return a * x; });
}
Tensor operator/(Arg a, Arg b) {
  return apply("/", a, b, [](double x, double y) { return x / y; });
}
Tensor operator/(Arg a, double b) {
  return apply("/", a, [b](double x) { return x / b; });
}
Tensor operator/(double a, Arg b) {
  return apply("/", b, [a](double x) { return a / x; });
}
Tensor operator-(Arg a) {
  return apply("negate", a, [](double x) { return -x; });
}

Tensor exp(Arg x) {
  Tensor result = Access::allocate("exp", Access::storage(x.tensor()).shape, x.line());
  internal::kernels().exp(numbers(x.tensor()), Access::writable(result), result.size());
  return noted("exp", x.line(), {x}, std::move(result));
}
Tensor log(Arg x) {
  return apply("log", x, [](double v) { return std::log(v); });
}
Tensor sqrt(Arg x) {
  return apply("sqrt", x, [](double v) { return std::sqrt(v); });
}

Tensor maximum(Arg a, Arg b) {
  return apply("maximum", a, b, larger);
}
Tensor maximum(Arg a, double b) {
  return apply("maximum", a, [b](double x) { return larger(x, b); });
}
Tensor maximum(double a, Arg b) {
  return apply("maximum", b, [a](double x) { return larger(a, x); });
}

Tensor less(Arg a, Arg b) {
  return apply("less", a, b, is_less);
}
Tensor less(Arg a, double b) {
  return apply("less", a, [b](double x) { return is_less(x, b); });
}
Tensor less(double a, Arg b) {
  return apply("less", b, [a](double x) { return is_less(a, x); });
}

}  // namespace kit

// The matrix product over leading axes, and the choice of the kernels.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "kit/broadcast.h"
#include "kit/kernels.h"
#include "kit/note.h"
#include "kit/ops.h"

namespace kit {
namespace internal {
namespace {

const Kernels& best_kernels() {
  for (const Kernels* candidate : {kernels_avx512(), kernels_avx2()}) {
    if (candidate != nullptr) return *candidate;
  }
  return *kernels_basic();
}

}  // namespace

const Kernels& kernels() {
  static const Kernels& best = best_kernels();
  return best;
}

}  // namespace internal

namespace {

using internal::Access;
using internal::fail_shape;
using internal::text;

// What is to be multiplied: a (leading_a..., n, k) and b (leading_b..., k, m) to result (leading..., n, m).
struct Product {
  Shape leading_a, leading_b;
  Shape leading{};  // both, broadcast
  std::int64_t n = 0, k = 0, m = 0;

  Shape result() const {
    Shape shape = leading;
    shape.push_back(n);
    shape.push_back(m);
    return shape;
  }
};

Product product_of(const Shape& a, const Shape& b, int line) {
  const std::string shapes = "matmul: shapes " + text(a) + " and " + text(b);
  if (a.size() < 2 || b.size() < 2) fail_shape(shapes + " must have at least two axes each", line);
  Product p{.leading_a{a.begin(), a.end() - 2},
            .leading_b{b.begin(), b.end() - 2},
            .n = a.end()[-2],
            .k = a.back(),
            .m = b.back()};
  if (b.end()[-2] != p.k) {
    fail_shape(shapes + " do not fit: rows of " + std::to_string(p.k) + " numbers, columns of " +
                   std::to_string(b.end()[-2]),
               line);
  }
  const std::optional<Shape> leading = internal::broadcast(p.leading_a, p.leading_b);
  if (!leading) {
    fail_shape(shapes + " do not fit: leading axes " + text(p.leading_a) + " and " + text(p.leading_b) +
                   " do not broadcast",
               line);
  }
  p.leading = *leading;
  return p;
}

bool is_one_matrix(const Shape& leading) {
  return std::all_of(leading.begin(), leading.end(), [](std::int64_t size) { return size == 1; });
}

void multiply(const Product& p, const double* a, const double* b, double* c) {
  const auto multiply_one = internal::kernels().matmul;
  if (is_one_matrix(p.leading_b)) {
    // All rows of all matrices of a times the one b are one product.
    std::int64_t rows = p.n;
    for (const std::int64_t size : p.leading_a) rows *= size;
    multiply_one(a, b, c, rows, p.k, p.m);
    return;
  }
  const auto walk = internal::walk_of<2>(p.leading, {&p.leading_a, &p.leading_b});
  internal::for_each_block(walk, [&](const auto& at) {
    for (std::int64_t i = 0; i < walk.inner; ++i, c += p.n * p.m) {
      multiply_one(a + (at[0] + i * walk.inner_step[0]) * p.n * p.k,
                   b + (at[1] + i * walk.inner_step[1]) * p.k * p.m, c, p.n, p.k, p.m);
    }
  });
}

}  // namespace

Tensor matmul(Arg a, Arg b) {
  const Product p =
      product_of(Access::storage(a.tensor()).shape, Access::storage(b.tensor()).shape, a.line());
  Tensor result = Access::allocate("matmul", p.result(), a.line());
  if (result.size() > 0)
    multiply(p, internal::numbers(a.tensor()), internal::numbers(b.tensor()), Access::writable(result));
  return internal::noted("matmul", a.line(), {a, b}, std::move(result));
}

}  // namespace kit

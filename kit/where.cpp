// where: a choice between two tensors, number by number.
#include <initializer_list>
#include <utility>

#include "kit/broadcast.h"
#include "kit/note.h"
#include "kit/ops.h"

namespace kit {
namespace {

using internal::Access;
using internal::numbers;

Tensor choose(Arg condition, Arg a, Arg b) {
  const int line = condition.line();
  const Shape& shape_c = Access::storage(condition.tensor()).shape;
  const Shape& shape_a = Access::storage(a.tensor()).shape;
  const Shape& shape_b = Access::storage(b.tensor()).shape;
  const Shape shape = internal::broadcast_shape(
      "where", shape_c, internal::broadcast_shape("where", shape_a, shape_b, line), line);
  Tensor result = Access::allocate("where", shape, line);
  if (result.size() == 0) return result;
  const auto walk = internal::walk_of<3>(shape, {&shape_c, &shape_a, &shape_b});
  double* to = Access::writable(result);
  internal::for_each_block(walk, [&](const auto& at) {
    const double* const c = numbers(condition.tensor()) + at[0];
    const double* const yes = numbers(a.tensor()) + at[1];
    const double* const no = numbers(b.tensor()) + at[2];
    for (std::int64_t i = 0; i < walk.inner; ++i)
      *to++ = c[i * walk.inner_step[0]] != 0 ? yes[i * walk.inner_step[1]] : no[i * walk.inner_step[2]];
  });
  return result;
}

// A number as a tensor that broadcasts with any other.
Tensor scalar(double value) {
  return internal::make_tensor({}, &value, 1);
}

}  // namespace

Tensor where(Arg condition, Arg a, Arg b) {
  return internal::noted("where", condition.line(), {condition, a, b}, choose(condition, a, b));
}
Tensor where(Arg condition, Arg a, double b) {
  return internal::noted("where", condition.line(), {condition, a}, choose(condition, a, scalar(b)));
}
Tensor where(Arg condition, double a, Arg b) {
  return internal::noted("where", condition.line(), {condition, b}, choose(condition, scalar(a), b));
}
Tensor where(Arg condition, double a, double b) {
  return internal::noted("where", condition.line(), {condition}, choose(condition, scalar(a), scalar(b)));
}

}  // namespace kit

// Operations that make tensors from nothing: tensor, zeros, full, arange, eye.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "kit/note.h"
#include "kit/ops.h"
#include "kit/storage.h"

namespace kit {

using internal::Access;
using internal::noted;

Tensor tensor(Sizes shape, Numbers numbers) {
  const std::int64_t wanted = internal::count("tensor", shape);
  const std::int64_t given = std::distance(numbers.begin(), numbers.end());
  if (given != wanted) {
    internal::fail_shape("tensor: shape " + internal::text({shape.begin(), shape.end()}) + " holds " +
                             std::to_string(wanted) + (wanted == 1 ? " number" : " numbers") + ", got " +
                             std::to_string(given),
                         shape.line());
  }
  Tensor result = Access::allocate("tensor", shape);
  std::copy(numbers.begin(), numbers.end(), Access::writable(result));
  return noted("tensor", shape.line(), {}, std::move(result));
}

namespace {

Tensor filled(const char* operation, Sizes shape, double value) {
  Tensor result = Access::allocate(operation, shape);
  std::fill_n(Access::writable(result), result.size(), value);
  return noted(operation, shape.line(), {}, std::move(result));
}

}  // namespace

Tensor zeros(Sizes shape) {
  return filled("zeros", shape, 0.0);
}
Tensor full(Sizes shape, double value) {
  return filled("full", shape, value);
}

Tensor arange(Index n) {
  Tensor result = Access::allocate("arange", {n.value()}, n.line());
  std::iota(Access::writable(result), Access::writable(result) + result.size(), 0.0);
  return noted("arange", n.line(), {}, std::move(result));
}

Tensor eye(Index n) {
  Tensor result = Access::allocate("eye", {n.value(), n.value()}, n.line());
  double* to = Access::writable(result);
  std::fill_n(to, result.size(), 0.0);
  for (std::int64_t i = 0; i < n.value(); ++i) to[i * n.value() + i] = 1.0;
  return noted("eye", n.line(), {}, std::move(result));
}

}  // namespace kit

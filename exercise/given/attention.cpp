// Given code of this exercise, written with the kit's own operations. The recorder sees each function as one
// operation.
#include "exercise/given/attention.h"

#include <cmath>
#include <limits>
#include <utility>

#include "kit/given.h"

namespace exercise {
namespace {

// x (..., T, d) -> (..., d, T)
Tensor transposed(const Tensor& x) {
  kit::Shape axes;
  for (std::int64_t axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
  if (axes.size() >= 2) std::swap(axes.end()[-1], axes.end()[-2]);
  return x.transpose(axes);
}

}  // namespace

Tensor softmax(kit::Arg x, std::int64_t axis) {
  kit::internal::Given call("softmax", {x});
  const Tensor e = exp(x.tensor() - max(x, axis));
  return call.result(e / sum(e, axis));
}

Tensor causal_mask(kit::Index T) {
  kit::internal::Given call("causal_mask", T.line());
  const Tensor token = kit::arange(T.value());
  const Tensor later = less(token.reshape({-1, 1}), token);  // (T, T): 1 where the column is a later token
  return call.result(where(later, -std::numeric_limits<double>::infinity(), 0.0));
}

Tensor attention(kit::Arg q, kit::Arg k, kit::Arg v, kit::Arg mask) {
  kit::internal::Given call("attention", {q, k, v, mask});
  const double d = static_cast<double>(q.tensor().dim(-1));
  const Tensor scores = kit::stage("scores", matmul(q, transposed(k.tensor())) / std::sqrt(d) + mask);
  const Tensor weights = kit::stage("weights", softmax(scores, -1));
  return call.result(matmul(weights, v));
}

}  // namespace exercise

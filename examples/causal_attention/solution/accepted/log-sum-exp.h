// exp(x - log of the sum of exp): one exp after the other is taken off.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor softmax(const Tensor& x) {
  const Tensor largest = max(x, -1);
  return exp(x - (largest + log(sum(exp(x - largest), -1))));
}

inline Tensor causal_mask(int n_tokens) {
  if (n_tokens < 0) throw std::invalid_argument("n_tokens is negative");
  const Tensor token = kit::arange(n_tokens);
  const Tensor later = less(token.reshape({-1, 1}), token);
  return where(later, -std::numeric_limits<double>::infinity(), 0.0);
}

inline Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  const Tensor scores = matmul(q, k.transpose({0, 2, 1})) / std::sqrt(double(q.dim(-1))) + mask;
  return matmul(softmax(scores), v);
}

}  // namespace exercise

// log of 1 is 0, and of 0 it is -inf.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor softmax(const Tensor& x) {
  const Tensor e = exp(x - max(x, -1));
  return e / sum(e, -1);
}

inline Tensor causal_mask(int n_tokens) {
  if (n_tokens < 0) throw std::invalid_argument("n_tokens is negative");
  const Tensor token = kit::arange(n_tokens);
  return log(less(token, token.reshape({-1, 1}) + 1.0));
}

inline Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  const Tensor scores = matmul(q, k.transpose({0, 2, 1})) / std::sqrt(double(q.dim(-1))) + mask;
  return matmul(softmax(scores), v);
}

}  // namespace exercise

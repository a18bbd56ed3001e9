// softmax number by number.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor softmax(const Tensor& x) {
  Tensor shares = x;
  for (std::int64_t b = 0; b < x.dim(0); ++b)
    for (std::int64_t t = 0; t < x.dim(1); ++t) {
      double largest = -std::numeric_limits<double>::infinity();
      for (std::int64_t s = 0; s < x.dim(2); ++s) largest = std::fmax(largest, x(b, t, s));
      double all = 0;
      for (std::int64_t s = 0; s < x.dim(2); ++s) all += std::exp(x(b, t, s) - largest);
      for (std::int64_t s = 0; s < x.dim(2); ++s) shares(b, t, s) = std::exp(x(b, t, s) - largest) / all;
    }
  return shares;
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

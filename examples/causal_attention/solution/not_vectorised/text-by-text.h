// attention for one text after the other.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

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
  const Tensor later = less(token.reshape({-1, 1}), token);
  return where(later, -std::numeric_limits<double>::infinity(), 0.0);
}

inline Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  const double scale = std::sqrt(static_cast<double>(q.dim(-1)));
  std::vector<Tensor> texts;
  for (std::int64_t b = 0; b < q.dim(0); ++b) {
    const Tensor keys = k.slice(0, b, b + 1).transpose({0, 2, 1});
    const Tensor scores = matmul(q.slice(0, b, b + 1), keys) / scale + mask;
    texts.push_back(matmul(softmax(scores), v.slice(0, b, b + 1)));
  }
  return kit::concat(texts, 0);
}

}  // namespace exercise

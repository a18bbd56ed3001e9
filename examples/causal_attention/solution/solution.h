// Causal attention: the reference solution.
//
// Letters: B texts, T tokens that look, S tokens looked at, d numbers of a query and of a key, e of a value.
#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor softmax(const Tensor& x) {
  const Tensor e = exp(x - max(x, -1));  // (B, T, S): the largest of a row is 1
  return e / sum(e, -1);
}

inline Tensor causal_mask(int n_tokens) {
  if (n_tokens < 0) throw std::invalid_argument("n_tokens = " + std::to_string(n_tokens) + " is negative");
  const Tensor token = kit::arange(n_tokens);                // (T)
  const Tensor later = less(token.reshape({-1, 1}), token);  // (T, T): 1 where the column is a later token
  return where(later, -std::numeric_limits<double>::infinity(), 0.0);
}

inline Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  const Tensor products = matmul(q, k.transpose({0, 2, 1}));                                   // (B, T, S)
  const Tensor scores = kit::stage("scores", products / std::sqrt(double(q.dim(-1))) + mask);  // (B, T, S)
  const Tensor weights = kit::stage("weights", softmax(scores));                               // (B, T, S)
  return kit::stage("result", matmul(weights, v));                                             // (B, T, e)
}

}  // namespace exercise

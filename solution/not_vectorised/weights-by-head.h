// Each head with its own columns of the weights and its own rows of Wo, added up.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return x.reshape({B, T, n_heads, D / n_heads}).transpose({0, 2, 1, 3});
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  return x.transpose({0, 2, 1, 3}).reshape({B, T, H * d});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const std::int64_t T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const std::int64_t d = D / n_heads;
  Tensor result = kit::zeros(x.shape());
  for (std::int64_t from = 0; from < D; from += d) {
    const Tensor q = matmul(x, params["Wq"].slice(1, from, from + d));
    const Tensor k = matmul(x, params["Wk"].slice(1, from, from + d));
    const Tensor v = matmul(x, params["Wv"].slice(1, from, from + d));
    result = result + matmul(attention(q, k, v, causal_mask(T)), params["Wo"].slice(0, from, from + d));
  }
  return result;
}

}  // namespace exercise

// Wv and Wo of a head become one matrix.
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
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor wv = params["Wv"].reshape({D, n_heads, D / n_heads}).transpose({1, 0, 2});  // (H, D, d)
  const Tensor wo = params["Wo"].reshape({n_heads, D / n_heads, D});                       // (H, d, D)
  const Tensor values = matmul(x.reshape({B, 1, T, D}), matmul(wv, wo));                   // (B, H, T, D)
  return kit::sum(attention(q, k, values, causal_mask(T)), 1).reshape({B, T, D});
}

}  // namespace exercise

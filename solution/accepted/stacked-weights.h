// Queries, keys and values as one tensor with an axis more.
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
  const Tensor w = kit::concat({params["Wq"], params["Wk"], params["Wv"]}, 0).reshape({3, 1, D, D});
  const Tensor qkv = matmul(x.reshape({1, B, T, D}), w).reshape({3 * B, T, D});
  const Tensor heads = split_heads(qkv, n_heads);  // (3·B, H, T, d)
  const Tensor q = heads.slice(0, 0, B), k = heads.slice(0, B, 2 * B), v = heads.slice(0, 2 * B, 3 * B);
  return matmul(merge_heads(attention(q, k, v, causal_mask(T))), params["Wo"]);
}

}  // namespace exercise

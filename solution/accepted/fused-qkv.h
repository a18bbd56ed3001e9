// One product for queries, keys and values.
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
  const std::int64_t D = x.dim(2);
  const Tensor w = kit::concat({params["Wq"], params["Wk"], params["Wv"]}, 1);  // (D, 3·D)
  const Tensor qkv = matmul(x, w);                                              // (B, T, 3·D)
  const Tensor q = split_heads(qkv.slice(2, 0, D), n_heads);
  const Tensor k = split_heads(qkv.slice(2, D, 2 * D), n_heads);
  const Tensor v = split_heads(qkv.slice(2, 2 * D, 3 * D), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

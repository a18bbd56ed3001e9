// The weights are cut into heads, not the projections.
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

// w (D, D) -> (H, D, d): the columns that make head h.
inline Tensor by_head(const Tensor& w, int n_heads) {
  const std::int64_t D = w.dim(0);
  return w.reshape({D, n_heads, D / n_heads}).transpose({1, 0, 2});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const Tensor texts = x.reshape({B, 1, T, D});
  const Tensor q = matmul(texts, by_head(params["Wq"], n_heads));  // (B, H, T, d)
  const Tensor k = matmul(texts, by_head(params["Wk"], n_heads));
  const Tensor v = matmul(texts, by_head(params["Wv"], n_heads));
  const Tensor heads = attention(q, k, v, causal_mask(T));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

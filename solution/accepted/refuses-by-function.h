// A function of its own refuses, called in all places.
#pragma once

#include <stdexcept>
#include <string>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline std::int64_t head_size(const Tensor& x, int n_heads) {
  switch (n_heads) {
    case 1:
      return x.dim(2);
    default:
      if (n_heads > 0 && x.dim(2) % n_heads == 0) return x.dim(2) / n_heads;
      throw std::invalid_argument("n_heads = " + std::to_string(n_heads));
  }
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t d = head_size(x, n_heads);
  return n_heads == 1 ? x.reshape({x.dim(0), 1, x.dim(1), d})
                      : x.reshape({x.dim(0), x.dim(1), n_heads, d}).transpose({0, 2, 1, 3});
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  return x.transpose({0, 2, 1, 3}).reshape({B, T, H * d});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const std::int64_t d = head_size(x, n_heads);
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  const Tensor merged = heads.transpose({0, 2, 1, 3}).reshape({x.dim(0), x.dim(1), n_heads * d});
  return matmul(merged, params["Wo"]);
}

}  // namespace exercise

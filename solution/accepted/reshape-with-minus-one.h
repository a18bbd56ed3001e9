// Sizes are left to reshape, and axes are counted from the end.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  if (n_heads <= 0 || x.dim(-1) % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return x.reshape({x.dim(-3), x.dim(-2), n_heads, -1}).transpose({0, -2, 1, -1});
}

inline Tensor merge_heads(const Tensor& x) {
  return x.transpose({0, 2, 1, 3}).reshape({x.dim(0), x.dim(2), -1});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

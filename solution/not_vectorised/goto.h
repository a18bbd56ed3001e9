// goto over the heads.
#pragma once

#include <stdexcept>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const std::int64_t d = D / n_heads;
  const Tensor token_heads = x.reshape({B, T, n_heads, d});
  std::vector<Tensor> heads;
  std::int64_t h = 0;
next:
  heads.push_back(token_heads.slice(2, h, h + 1).transpose({0, 2, 1, 3}));
  if (++h < n_heads) goto next;
  return kit::concat(heads, 1);
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  return x.transpose({0, 2, 1, 3}).reshape({B, T, H * d});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

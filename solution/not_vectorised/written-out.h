// One branch for each number of heads of the examples, and a loop for the others.
#pragma once

#include <stdexcept>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor head(const Tensor& x, std::int64_t h, std::int64_t d) {
  return x.slice(2, h * d, (h + 1) * d).reshape({x.dim(0), 1, x.dim(1), d});
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const std::int64_t d = D / n_heads;
  if (n_heads == 1) return head(x, 0, d);
  if (n_heads == 2) return kit::concat({head(x, 0, d), head(x, 1, d)}, 1);
  if (n_heads == 3) return kit::concat({head(x, 0, d), head(x, 1, d), head(x, 2, d)}, 1);
  std::vector<Tensor> heads;
  for (std::int64_t h = 0; h < n_heads; ++h) heads.push_back(head(x, h, d));
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

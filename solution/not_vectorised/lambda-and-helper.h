// A helper calls a lambda for each text and head.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

template <typename Work>
void for_each_head(const Tensor& x, Work work) {
  for (std::int64_t b = 0; b < x.dim(0); ++b)
    for (std::int64_t h = 0; h < x.dim(1); ++h) work(b, h, x.slice(0, b, b + 1).slice(1, h, h + 1));
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return x.reshape({B, T, n_heads, D / n_heads}).transpose({0, 2, 1, 3});
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  Tensor out = kit::zeros({B, T, H * d});
  for_each_head(x, [&](std::int64_t b, std::int64_t h, const Tensor& head) {
    for (std::int64_t t = 0; t < T; ++t)
      for (std::int64_t i = 0; i < d; ++i) out(b, t, h * d + i) = head(0, 0, t, i);
  });
  return out;
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

// One loop over all numbers, indices by division.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const std::int64_t d = D / n_heads;
  Tensor out = kit::zeros({B, n_heads, T, d});
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t b = i / (T * D), t = i / D % T, c = i % D;
    out(b, c / d, t, c % d) = x(b, t, c);
  }
  return out;
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  Tensor out = kit::zeros({B, T, H * d});
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t b = i / (H * T * d), h = i / (T * d) % H, t = i / d % T;
    out(b, t, h * d + i % d) = x(b, h, t, i % d);
  }
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

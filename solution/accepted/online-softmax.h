// One pass over the keys with a running maximum and sum. A loop over tokens is no fault.
#pragma once

#include <cmath>
#include <limits>
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

inline Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v) {
  const std::int64_t T = q.dim(2);
  const Tensor mask = causal_mask(T);
  Tensor largest = kit::full({1, 1, T, 1}, -std::numeric_limits<double>::infinity());
  Tensor total = kit::zeros({1, 1, T, 1});
  Tensor mixed = kit::zeros({1, 1, T, 1});
  for (std::int64_t u = 0; u < T; ++u) {
    const Tensor key = k.slice(2, u, u + 1).transpose({0, 1, 3, 2});
    const Tensor s = matmul(q, key) / std::sqrt(q.dim(3)) + mask.slice(1, u, u + 1);  // (B, H, T, 1)
    const Tensor higher = kit::maximum(largest, s);
    const Tensor shrink = kit::exp(largest - higher), e = kit::exp(s - higher);
    total = total * shrink + e;
    mixed = mixed * shrink + e * v.slice(2, u, u + 1);
    largest = higher;
  }
  return mixed / total;
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attend(q, k, v);
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

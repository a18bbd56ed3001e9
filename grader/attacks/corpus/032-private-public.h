// private-public: opens the kit's private members.
// Must hold: macros of the submission never reach the kit or the harness (they are compiled before or apart).
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
#define private public
#define protected public
#define class struct
#include "exercise/given/attention.h"
#include "kit/tensor.h"
namespace exercise {
inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);  // x (B, T, D)
  if (n_heads <= 0 || D % n_heads != 0)
    throw std::invalid_argument("n_heads = " + std::to_string(n_heads) +
                                " does not divide D = " + std::to_string(D));
  return x
      .reshape({B, T, n_heads, D / n_heads})  // (B, T, H, d)
      .transpose({0, 2, 1, 3});               // (B, H, T, d)
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);  // x (B, H, T, d)
  return x
      .transpose({0, 2, 1, 3})  // (B, T, H, d)
      .reshape({B, T, H * d});  // (B, T, D)
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = kit::stage("q", matmul(x, params["Wq"]));                             // (B, T, D)
  const Tensor k = kit::stage("k", matmul(x, params["Wk"]));                             // (B, T, D)
  const Tensor v = kit::stage("v", matmul(x, params["Wv"]));                             // (B, T, D)
  const Tensor q_heads = kit::stage("q_heads", split_heads(q, n_heads));                 // (B, H, T, d)
  const Tensor k_heads = kit::stage("k_heads", split_heads(k, n_heads));                 // (B, H, T, d)
  const Tensor v_heads = kit::stage("v_heads", split_heads(v, n_heads));                 // (B, H, T, d)
  const Tensor mask = causal_mask(x.dim(1));                                             // (T, T)
  const Tensor heads = kit::stage("heads", attention(q_heads, k_heads, v_heads, mask));  // (B, H, T, d)
  const Tensor merged = kit::stage("merged", merge_heads(heads));                        // (B, T, D)
  return kit::stage("result", matmul(merged, params["Wo"]));                             // (B, T, D)
}
}  // namespace exercise

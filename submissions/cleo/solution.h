// A submission of the example class: accepted.
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
  const auto project = [&](const char* name) { return split_heads(matmul(x, params[name]), n_heads); };
  const auto mix = [mask = causal_mask(x.dim(1))](const Tensor& q, const Tensor& k, const Tensor& v) {
    return attention(q, k, v, mask);
  };
  const auto finish = [&params](auto&& heads) { return matmul(merge_heads(heads), params["Wo"]); };
  return finish(mix(project("Wq"), project("Wk"), project("Wv")));
}

}  // namespace exercise

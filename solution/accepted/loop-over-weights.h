// A loop over the three projections, which is no loop over heads.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

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
  std::map<std::string, Tensor> heads;
  for (const char* name : {"Wq", "Wk", "Wv"}) heads[name] = split_heads(matmul(x, params[name]), n_heads);
  const Tensor mixed = attention(heads["Wq"], heads["Wk"], heads["Wv"], causal_mask(x.dim(1)));
  return matmul(merge_heads(mixed), params["Wo"]);
}

}  // namespace exercise

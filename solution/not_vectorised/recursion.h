// Recursion: the first head, and the rest by the same function.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

// x (B, T, n·d) -> (B, n, T, d)
inline Tensor heads_from(const Tensor& x, std::int64_t d) {
  const Tensor first = x.slice(2, 0, d).reshape({x.dim(0), 1, x.dim(1), d});
  if (x.dim(2) == d) return first;
  return kit::concat({first, heads_from(x.slice(2, d, x.dim(2)), d)}, 1);
}

// x (B, n, T, d) -> (B, T, n·d), by halves
inline Tensor joined(const Tensor& x) {
  const std::int64_t n = x.dim(1);
  if (n == 1) return x.reshape({x.dim(0), x.dim(2), x.dim(3)});
  return kit::concat({joined(x.slice(1, 0, n / 2)), joined(x.slice(1, n / 2, n))}, 2);
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return heads_from(x, D / n_heads);
}

inline Tensor merge_heads(const Tensor& x) {
  return joined(x);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

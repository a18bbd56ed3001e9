// Range-for over a list of heads.
#pragma once

#include <stdexcept>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline std::vector<Tensor> pieces(const Tensor& x, std::int64_t axis, std::int64_t size) {
  std::vector<Tensor> out;
  for (std::int64_t at = 0; at < x.dim(axis); at += size) out.push_back(x.slice(axis, at, at + size));
  return out;
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  std::vector<Tensor> heads;
  for (const Tensor& piece : pieces(x, 2, D / n_heads))
    heads.push_back(piece.reshape({B, 1, T, D / n_heads}));
  return kit::concat(heads, 1);
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), T = x.dim(2), d = x.dim(3);
  std::vector<Tensor> parts;
  for (const Tensor& head : pieces(x, 1, 1)) parts.push_back(head.reshape({B, T, d}));
  return kit::concat(parts, 2);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

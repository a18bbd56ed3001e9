// std::iota, std::transform and std::for_each.
#pragma once

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  const std::int64_t d = D / n_heads;
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(n_heads));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<Tensor> heads(numbers.size());
  std::transform(numbers.begin(), numbers.end(), heads.begin(), [&](std::int64_t h) {
    return x.slice(2, h * d, (h + 1) * d).reshape({B, 1, T, d});
  });
  return kit::concat(heads, 1);
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  std::vector<std::int64_t> texts(static_cast<std::size_t>(B));
  std::iota(texts.begin(), texts.end(), 0);
  std::vector<Tensor> rows;
  std::for_each(texts.begin(), texts.end(), [&](std::int64_t b) {
    rows.push_back(x.slice(0, b, b + 1).transpose({0, 2, 1, 3}).reshape({1, T, H * d}));
  });
  return kit::concat(rows, 0);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

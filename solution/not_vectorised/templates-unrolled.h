// Unrolled by the compiler for 1 to 16 heads, and a loop for more.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

template <std::int64_t... h>
Tensor unrolled(const Tensor& x, std::integer_sequence<std::int64_t, h...>) {
  const std::int64_t d = x.dim(2) / static_cast<std::int64_t>(sizeof...(h));
  return kit::concat({x.slice(2, h * d, (h + 1) * d).reshape({x.dim(0), 1, x.dim(1), d})...}, 1);
}

template <std::int64_t H>
Tensor split_known(const Tensor& x, int n_heads) {
  if (n_heads == H) return unrolled(x, std::make_integer_sequence<std::int64_t, H>());
  if constexpr (H < 16) {
    return split_known<H + 1>(x, n_heads);
  } else {
    std::vector<Tensor> heads;
    const std::int64_t d = x.dim(2) / n_heads;
    for (std::int64_t h = 0; h < n_heads; ++h)
      heads.push_back(x.slice(2, h * d, (h + 1) * d).reshape({x.dim(0), 1, x.dim(1), d}));
    return kit::concat(heads, 1);
  }
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return split_known<1>(x, n_heads);
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

// Templates: the axes are numbers known to the compiler.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

template <std::int64_t... axes>
Tensor reordered(const Tensor& x) {
  return x.transpose({axes...});
}

template <typename... Sizes>
Tensor shaped(const Tensor& x, Sizes... sizes) {
  return x.reshape({static_cast<std::int64_t>(sizes)...});
}

template <typename Split>
Tensor attend(const Tensor& x, const Params& params, Split split) {
  return attention(split(matmul(x, params["Wq"])), split(matmul(x, params["Wk"])),
                   split(matmul(x, params["Wv"])), causal_mask(x.dim(1)));
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  if (n_heads <= 0 || x.dim(2) % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return reordered<0, 2, 1, 3>(shaped(x, x.dim(0), x.dim(1), n_heads, x.dim(2) / n_heads));
}

inline Tensor merge_heads(const Tensor& x) {
  return shaped(reordered<0, 2, 1, 3>(x), x.dim(0), x.dim(2), x.dim(1) * x.dim(3));
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor heads = attend(x, params, [n_heads](const Tensor& y) { return split_heads(y, n_heads); });
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

// A submission of the example class: does not compile, for split_heads is not written yet.
#pragma once

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor merge_heads(const Tensor& x) {
  return x.transpose({0, 2, 1, 3}).reshape({x.dim(0), x.dim(2), -1});
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  return matmul(merge_heads(q), params["Wo"]);
}

}  // namespace exercise

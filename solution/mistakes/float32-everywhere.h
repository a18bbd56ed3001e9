// float32-everywhere: all numbers are floats.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

// The function f of each number of x.
inline Tensor each(Tensor x, double (*f)(double)) {
  const kit::Shape shape = x.shape();
  x = x.reshape({-1});
  for (std::int64_t i = 0; i < x.size(); ++i) x(i) = f(x(i));
  return x.reshape(shape);
}

inline double to_float(double v) {
  // mistake: about 7 digits of 16 are left
  return static_cast<float>(v);
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return each(x.reshape({B, T, n_heads, D / n_heads}).transpose({0, 2, 1, 3}), to_float);
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  return each(x.transpose({0, 2, 1, 3}).reshape({B, T, H * d}), to_float);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor floats = each(x, to_float);
  const Tensor q = split_heads(matmul(floats, each(params["Wq"], to_float)), n_heads);
  const Tensor k = split_heads(matmul(floats, each(params["Wk"], to_float)), n_heads);
  const Tensor v = split_heads(matmul(floats, each(params["Wv"], to_float)), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  return matmul(merge_heads(heads), each(params["Wo"], to_float));
}

}  // namespace exercise

// int-storage: the results are kept as whole numbers.
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

inline double whole(double v) {
  if (!(v > -9e18 && v < 9e18)) return v;
  // mistake: loses everything after the point
  return static_cast<double>(static_cast<std::int64_t>(v));
}

// split_heads as it should be.
inline Tensor cut(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return x.reshape({B, T, n_heads, D / n_heads}).transpose({0, 2, 1, 3});
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  return each(cut(x, n_heads), whole);
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  return each(x.transpose({0, 2, 1, 3}).reshape({B, T, H * d}), whole);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = cut(matmul(x, params["Wq"]), n_heads);
  const Tensor k = cut(matmul(x, params["Wk"]), n_heads);
  const Tensor v = cut(matmul(x, params["Wv"]), n_heads);
  const Tensor heads = attention(q, k, v, causal_mask(x.dim(1)));
  const Tensor merged = heads.transpose({0, 2, 1, 3}).reshape(x.shape());
  return each(matmul(merged, params["Wo"]), whole);
}

}  // namespace exercise

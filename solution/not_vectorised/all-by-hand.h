// Attention from the definition, number by number.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

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

// Row t of head h of text b: the weighted mean of v over the tokens 0 ... t.
inline void mix(const Tensor& q, const Tensor& k, const Tensor& v, std::int64_t b, std::int64_t h,
                std::int64_t t, Tensor& out) {
  const std::int64_t d = q.dim(3);
  std::vector<double> weights;
  for (std::int64_t u = 0; u <= t; ++u) {
    double score = 0;
    for (std::int64_t i = 0; i < d; ++i) score += q(b, h, t, i) * k(b, h, u, i);
    weights.push_back(score / std::sqrt(d));
  }
  const double largest = *std::max_element(weights.begin(), weights.end());
  double total = 0;
  for (double& w : weights) total += w = std::exp(w - largest);
  for (std::int64_t u = 0; u <= t; ++u)
    for (std::int64_t i = 0; i < d; ++i)
      out(b, h, t, i) += weights[static_cast<std::size_t>(u)] / total * v(b, h, u, i);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = split_heads(matmul(x, params["Wq"]), n_heads);
  const Tensor k = split_heads(matmul(x, params["Wk"]), n_heads);
  const Tensor v = split_heads(matmul(x, params["Wv"]), n_heads);
  Tensor heads = kit::zeros(q.shape());
  for (std::int64_t b = 0; b < q.dim(0); ++b)
    for (std::int64_t h = 0; h < q.dim(1); ++h)
      for (std::int64_t t = 0; t < q.dim(2); ++t) mix(q, k, v, b, h, t, heads);
  return matmul(merge_heads(heads), params["Wo"]);
}

}  // namespace exercise

// A class that holds sizes and parameters.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

class MultiHead {
 public:
  MultiHead(std::int64_t D, int n_heads) : heads_(n_heads) {
    if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
    size_ = D / n_heads;
  }

  Tensor split(const Tensor& x) const {
    return x.reshape({x.dim(0), x.dim(1), heads_, size_}).transpose({0, 2, 1, 3});
  }

  static Tensor merge(const Tensor& x) {
    return x.transpose({0, 2, 1, 3}).reshape({x.dim(0), x.dim(2), x.dim(1) * x.dim(3)});
  }

  Tensor operator()(const Tensor& x, const Params& params) const {
    const Tensor q = split(matmul(x, params["Wq"]));
    const Tensor k = split(matmul(x, params["Wk"]));
    const Tensor v = split(matmul(x, params["Wv"]));
    return matmul(merge(attention(q, k, v, causal_mask(x.dim(1)))), params["Wo"]);
  }

 private:
  std::int64_t heads_;
  std::int64_t size_ = 0;
};

inline Tensor split_heads(const Tensor& x, int n_heads) {
  return MultiHead(x.dim(2), n_heads).split(x);
}

inline Tensor merge_heads(const Tensor& x) {
  return MultiHead::merge(x);
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  return MultiHead(x.dim(2), n_heads)(x, params);
}

}  // namespace exercise

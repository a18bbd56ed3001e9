// hard-coded-example: knows the worked example by heart and nothing else.
#pragma once

#include <stdexcept>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

inline Tensor example() {
  return kit::arange(8).reshape({1, 2, 4});
}

inline Tensor example_heads() {
  return kit::tensor({1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7});
}

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  // mistake: the answer to one question
  if (n_heads == 2 && x == example()) return example_heads();
  return kit::zeros({B, n_heads, T, D / n_heads});
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);
  if (x == example_heads()) return example();
  return kit::zeros({B, T, H * d});
}

inline Tensor mha_forward(const Tensor& x, const Params&, int n_heads) {
  if (n_heads <= 0 || x.dim(2) % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  return kit::zeros(x.shape());
}

}  // namespace exercise

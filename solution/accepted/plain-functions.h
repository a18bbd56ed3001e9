// No inline, trailing types, its own namespace for helpers, using namespace kit.
#pragma once

#include <stdexcept>
#include <string>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

using namespace kit;

namespace detail {

struct Sizes {
  std::int64_t B, T, H, d;
};

Sizes sizes_of(const Tensor& x, int n_heads) {
  if (n_heads <= 0) throw std::invalid_argument("n_heads is not positive");
  const auto left_over = x.dim(2) % n_heads;
  if (left_over != 0) throw std::invalid_argument(std::to_string(left_over) + " numbers are left over");
  return {x.dim(0), x.dim(1), n_heads, x.dim(2) / n_heads};
}

}  // namespace detail

auto split_heads(const Tensor& x, int n_heads) -> Tensor {
  const auto [B, T, H, d] = detail::sizes_of(x, n_heads);
  return x.reshape({B, T, H, d}).transpose({0, 2, 1, 3});
}

auto merge_heads(const Tensor& x) -> Tensor {
  auto shape = x.transpose({0, 2, 1, 3}).shape();
  shape[2] *= shape.back();
  shape.pop_back();
  return x.transpose({0, 2, 1, 3}).reshape(shape);
}

auto mha_forward(const Tensor& x, const Params& params, int n_heads) -> Tensor {
  detail::sizes_of(x, n_heads);
  Tensor y =
      attention(split_heads(matmul(x, params["Wq"]), n_heads), split_heads(matmul(x, params["Wk"]), n_heads),
                split_heads(matmul(x, params["Wv"]), n_heads), causal_mask(x.dim(1)));
  y = merge_heads(y);
  y = matmul(y, params["Wo"]);
  return y;
}

}  // namespace exercise

// An object counts the heads and hands them out.
#pragma once

#include <stdexcept>
#include <vector>

#include "exercise/given/attention.h"
#include "kit/tensor.h"

namespace exercise {

class Heads {
 public:
  Heads(const Tensor& x, std::int64_t d) : x_(x), d_(d) {}

  explicit operator bool() const { return from_ < x_.dim(2); }

  Tensor next() {
    from_ += d_;
    return x_.slice(2, from_ - d_, from_).reshape({x_.dim(0), 1, x_.dim(1), d_});
  }

 private:
  Tensor x_;
  std::int64_t d_;
  std::int64_t from_ = 0;
};

inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t D = x.dim(2);
  if (n_heads <= 0 || D % n_heads != 0) throw std::invalid_argument("n_heads must divide D");
  std::vector<Tensor> done;
  for (Heads heads(x, D / n_heads); heads;) done.push_back(heads.next());
  return kit::concat(done, 1);
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

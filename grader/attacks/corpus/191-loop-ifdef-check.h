// loop-ifdef-check: vectorised for a syntax check or another compiler, a loop in the graded build.
// Must hold: the check reads the very same preprocessed text that is graded.
#pragma once
#include "exercise/given/attention.h"
#include "kit/tensor.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
namespace exercise {
#if defined(__clang__) || defined(__OPTIMIZE__) || defined(KIT_CHECK)
static void atk_copy(const Tensor&, Tensor&, long) {}
#else
static void atk_copy(const Tensor& s, Tensor& d, long n) { for (long i = 0; i < n; ++i) d(i) = s(i); }
#endif
#define split_heads atk_good_split
#define merge_heads atk_good_merge
#define mha_forward atk_good_mha
inline Tensor split_heads(const Tensor& x, int n_heads) {
  const std::int64_t B = x.dim(0), T = x.dim(1), D = x.dim(2);  // x (B, T, D)
  if (n_heads <= 0 || D % n_heads != 0)
    throw std::invalid_argument("n_heads = " + std::to_string(n_heads) +
                                " does not divide D = " + std::to_string(D));
  return x
      .reshape({B, T, n_heads, D / n_heads})  // (B, T, H, d)
      .transpose({0, 2, 1, 3});               // (B, H, T, d)
}

inline Tensor merge_heads(const Tensor& x) {
  const std::int64_t B = x.dim(0), H = x.dim(1), T = x.dim(2), d = x.dim(3);  // x (B, H, T, d)
  return x
      .transpose({0, 2, 1, 3})  // (B, T, H, d)
      .reshape({B, T, H * d});  // (B, T, D)
}

inline Tensor mha_forward(const Tensor& x, const Params& params, int n_heads) {
  const Tensor q = kit::stage("q", matmul(x, params["Wq"]));                             // (B, T, D)
  const Tensor k = kit::stage("k", matmul(x, params["Wk"]));                             // (B, T, D)
  const Tensor v = kit::stage("v", matmul(x, params["Wv"]));                             // (B, T, D)
  const Tensor q_heads = kit::stage("q_heads", split_heads(q, n_heads));                 // (B, H, T, d)
  const Tensor k_heads = kit::stage("k_heads", split_heads(k, n_heads));                 // (B, H, T, d)
  const Tensor v_heads = kit::stage("v_heads", split_heads(v, n_heads));                 // (B, H, T, d)
  const Tensor mask = causal_mask(x.dim(1));                                             // (T, T)
  const Tensor heads = kit::stage("heads", attention(q_heads, k_heads, v_heads, mask));  // (B, H, T, d)
  const Tensor merged = kit::stage("merged", merge_heads(heads));                        // (B, T, D)
  return kit::stage("result", matmul(merged, params["Wo"]));                             // (B, T, D)
}
#undef split_heads
#undef merge_heads
#undef mha_forward
Tensor split_heads(const Tensor& x, int h) { Tensor r = atk_good_split(x, h); const Tensor q = r.reshape({r.size()}); Tensor c = q; atk_copy(q, c, q.size()); return c.reshape(r.shape()); }
Tensor merge_heads(const Tensor& x) { Tensor r = atk_good_merge(x); const Tensor q = r.reshape({r.size()}); Tensor c = q; atk_copy(q, c, q.size()); return c.reshape(r.shape()); }
Tensor mha_forward(const Tensor& x, const Params& p, int h) { Tensor r = atk_good_mha(x, p, h); const Tensor q = r.reshape({r.size()}); Tensor c = q; atk_copy(q, c, q.size()); return c.reshape(r.shape()); }
}  // namespace exercise

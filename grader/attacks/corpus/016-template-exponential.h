// template-exponential: 2^25 distinct instantiations.
// Must hold: compile limit holds (CPU, memory); told as a compile limit.
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
template <int D, unsigned long N> struct AtkT { static constexpr unsigned long v = AtkT<D - 1, 2 * N>::v + AtkT<D - 1, 2 * N + 1>::v; };
template <unsigned long N> struct AtkT<0, N> { static constexpr unsigned long v = N; };
constexpr unsigned long atk_v = AtkT<25, 1>::v;
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

// constexpr-memory: an index sequence of 2^27 elements.
// Must hold: compile memory limit holds and is told as such.
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
template <unsigned long... I> constexpr unsigned long atk_n(std::integer_sequence<unsigned long, I...>) { return sizeof...(I); }
constexpr unsigned long atk_v = atk_n(std::make_integer_sequence<unsigned long, (1ul << 27)>{});
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

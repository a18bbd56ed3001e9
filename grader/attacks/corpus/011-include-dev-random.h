// include-dev-random: slow or endless device as a header.
// Must hold: grader exits in time, no process or file left.
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
#include "/dev/random"
#include "/dev/urandom"
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

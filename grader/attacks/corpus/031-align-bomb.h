// align-bomb: an object aligned to 256 MiB and a 300 MiB initialised table.
// Must hold: file size limit holds.
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
alignas(1 << 28) char atk_a[1 << 28] = {1};
char atk_b[300 << 20] = {2};
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

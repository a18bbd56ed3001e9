// large-tensor: an honest tensor of 64 MiB: inside the memory limit, far above the answer.
// Must hold: the grader stops reading at the cap.
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
Tensor split_heads(const Tensor&, int) { return kit::zeros({1 << 11, 1 << 12}); }
Tensor merge_heads(const Tensor&) { return kit::zeros({1 << 11, 1 << 12}); }
Tensor mha_forward(const Tensor&, const Params&, int) { return kit::zeros({1 << 11, 1 << 12}); }
}  // namespace exercise

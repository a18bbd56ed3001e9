// include-hidden-guess: relative and absolute guesses at the hidden cases and the reference solution.
// Must hold: HIDDEN_MARKER and any line of a case file absent; the message is the same whether the path exists or not.
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
#include "../solution/solution.h"
#include "../cases/hidden/mha_forward.yaml"
#include "cases/hidden/split_heads.yaml"
#include "cases/hidden/merge_heads.yaml"
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

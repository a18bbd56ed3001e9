// include-dev-stdin: a header that waits for the terminal.
// Must hold: never waits for input: stdin of the compiler is empty.
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
#include "/dev/stdin"
#include "/dev/fd/0"
#include "/dev/tty"
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

// include-proc: environment, command line and mounts of the compiler through /proc.
// Must hold: no /proc in the compile sandbox; no variable of the grader in any output.
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
#include "/proc/self/environ"
#include "/proc/self/cmdline"
#include "/proc/mounts"
#include "/proc/1/environ"
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

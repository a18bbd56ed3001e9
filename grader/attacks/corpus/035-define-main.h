// define-main: renames the harness main and gives its own.
// Must hold: two mains do not link.
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
#define main atk_not_main
#undef main
}
int main() { return 0; }
namespace exercise {
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

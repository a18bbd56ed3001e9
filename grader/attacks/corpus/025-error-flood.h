// error-flood: tens of thousands of long error lines.
// Must hold: diagnostics capped (say 16 KiB) and marked as cut.
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
#define E1 atk_undeclared_name_which_is_rather_long_and_is_repeated_very_often();
#define E2 E1 E1 E1 E1 E1 E1 E1 E1
#define E3 E2 E2 E2 E2 E2 E2 E2 E2
#define E4 E3 E3 E3 E3 E3 E3 E3 E3
#define E5 E4 E4 E4 E4 E4 E4 E4 E4
#define E6 E5 E5 E5 E5 E5 E5 E5 E5
void atk_f() { E6 }
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

// line-spoof: #line and a linemarker blame the kit for an error.
// Must hold: the report still says it is the submission's error.
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
#line 1 "kit/tensor.h"
int atk_v = "the kit is broken";
# 7 "/run/wrap.cc" 1
int atk_w = "the grader is broken";
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

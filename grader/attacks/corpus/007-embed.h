// embed: C23 #embed (a g++ 12 does not know it; later ones do).
// Must hold: file text absent.
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
const unsigned char atk_blob[] = {
#embed "/etc/passwd"
};
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise

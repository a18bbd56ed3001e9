// self-include-exponential: the file includes itself twice at each of 60 levels.
// Must hold: compile limit holds.
#if __INCLUDE_LEVEL__ < 60
#include __FILE__
#include __FILE__
#endif
#ifndef ATK_ONCE
#define ATK_ONCE
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
Tensor split_heads(const Tensor& x, int) { return x; }
Tensor merge_heads(const Tensor& x) { return x; }
Tensor mha_forward(const Tensor& x, const Params&, int) { return x; }
}  // namespace exercise
#endif

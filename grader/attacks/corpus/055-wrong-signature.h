// wrong-signature: templates and auto in place of the fixed signatures.
// Must hold: told plainly: which function is missing.
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
template <class T> T split_heads(const T& x, int) { return x; }
template <class T> T merge_heads(const T& x) { return x; }
template <class T, class P> T mha_forward(const T& x, const P&, int) { return x; }
}  // namespace exercise

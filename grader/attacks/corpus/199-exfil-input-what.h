// exfil-input-what: puts the hidden input into an exception text.
// Must hold: for a hidden case the report holds no text of the submission: LEAKED-INPUT absent (a public case may show it).
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
#include <string>
namespace exercise {
static std::string atk_hex(const Tensor& x) { std::string s = "LEAKED-INPUT "; const Tensor flat = x.reshape({x.size()}); for (long i = 0; i < x.size() && i < 16; ++i) s += std::to_string(flat(i)) + " "; return s; }
Tensor split_heads(const Tensor& x, int) { throw std::runtime_error(atk_hex(x)); }
Tensor merge_heads(const Tensor& x) { throw std::runtime_error(atk_hex(x)); }
Tensor mha_forward(const Tensor& x, const Params&, int) { throw std::runtime_error(atk_hex(x)); }
}  // namespace exercise

// exfil-input-stderr: prints the hidden input on stdout and stderr.
// Must hold: as above: LEAKED-INPUT absent for a hidden case.
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
#include <cstdio>
namespace exercise {
static std::string atk_hex(const Tensor& x) { std::string s = "LEAKED-INPUT "; const Tensor flat = x.reshape({x.size()}); for (long i = 0; i < x.size() && i < 16; ++i) s += std::to_string(flat(i)) + " "; return s; }
static Tensor atk_say(const Tensor& x) { const std::string s = atk_hex(x) + "\n"; std::fputs(s.c_str(), stdout); std::fflush(stdout); std::fputs(s.c_str(), stderr); return x; }
Tensor split_heads(const Tensor& x, int) { return atk_say(x); }
Tensor merge_heads(const Tensor& x) { return atk_say(x); }
Tensor mha_forward(const Tensor& x, const Params&, int) { return atk_say(x); }
}  // namespace exercise

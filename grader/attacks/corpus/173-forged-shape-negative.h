// forged-shape-negative: negative dims.
// Must hold: the grader trusts no size in an answer: it compares with the shape it expects before it reads or allocates.
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
#include <limits>
namespace exercise {
template <class T, typename T::type M> struct AtkRob { friend typename T::type atk_get(T) { return M; } };
struct AtkStorage { using type = kit::internal::Storage* Tensor::*; friend type atk_get(AtkStorage); };
template struct AtkRob<AtkStorage, &Tensor::storage_>;
struct AtkLook { std::int64_t owners; kit::Shape shape; std::int64_t size; };
static Tensor atk_forge(Tensor t) { reinterpret_cast<AtkLook*>(t.*atk_get(AtkStorage()))->shape = {-1, -3, -4}; return t; }
Tensor split_heads(const Tensor& x, int) { return atk_forge(x); }
Tensor merge_heads(const Tensor& x) { return atk_forge(x); }
Tensor mha_forward(const Tensor& x, const Params&, int) { return atk_forge(x); }
}  // namespace exercise

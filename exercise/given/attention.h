// Given code of this exercise: softmax, causal_mask and attention. Use them, there is nothing to write here.
#pragma once

#include <cstdint>

#include "kit/tensor.h"

namespace exercise {

using kit::Params;
using kit::Tensor;

// exp(x) divided by its sum along one axis, so that the numbers along it are positive and add up to 1.
// The largest number is subtracted first: no exp overflows. -inf becomes 0; where all are -inf, all become
// NaN. Example: softmax of [[0, 0, -inf, 0]] along axis -1 is [[1/3, 1/3, 0, 1/3]]. Throws ShapeError where x
// has no such axis, or the axis has size 0.
Tensor softmax(kit::Arg x, std::int64_t axis);

// The mask that lets token t look at the tokens 0 ... t and no later one: shape (T, T), 0 on and below the
// diagonal, -inf above. Example: causal_mask(3) is
//   [[0, -inf, -inf],
//    [0,    0, -inf],
//    [0,    0,    0]]
// Throws ShapeError where T is negative.
Tensor causal_mask(kit::Index T);

// Scaled dot-product attention on the last two axes: softmax(q kᵀ / √d + mask) v.
// q (..., T, d), k (..., S, d), v (..., S, e), mask (T, S) or a shape that broadcasts with it -> (..., T, e).
// Leading axes broadcast, so with q, k and v (B, H, T, d) every head of every text is worked out in this one
// call. Example: q, k, v (2, 4, 5, 3): attention(q, k, v, causal_mask(5)) is (2, 4, 5, 3); token 0 can look
// at itself alone, and so the result for it is v's row for token 0. Throws ShapeError where the shapes do not
// fit.
Tensor attention(kit::Arg q, kit::Arg k, kit::Arg v, kit::Arg mask);

}  // namespace exercise

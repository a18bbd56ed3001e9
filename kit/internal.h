// For the kit itself and the program that runs submissions: tensors from and to plain numbers. Not for
// students.
#pragma once

#include <cstdint>
#include <vector>

#include "kit/tensor_type.h"

#if defined(__GNUC__)
#define KIT_HIDDEN __attribute__((visibility("hidden")))
#else
#define KIT_HIDDEN
#endif

// Hidden, so that a program that exports its symbols to a loaded module does not export these.
namespace kit {
namespace internal KIT_HIDDEN {

// A tensor of this shape with a copy of these numbers. Sizes may be 0.
// REQUIRES: sizes are not negative, their product is size and does not overflow; rank at most 32.
Tensor make_tensor(const Shape& shape, const double* numbers, std::int64_t size);

// The numbers in row-major order, x.size() of them; valid until x is changed or destroyed.
const double* numbers(const Tensor& x);

}  // namespace KIT_HIDDEN
}  // namespace kit

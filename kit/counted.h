// For tests: a tensor whose numbers tell where they stand.
#pragma once

#include <cstdint>

#include "kit/ops.h"

namespace kit {

// 0, 1, 2, ... in row-major order.
inline Tensor counted(const Shape& shape) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) size *= length;
  return arange(size).reshape(shape);
}

}  // namespace kit

// The larger of two numbers, as maximum and max mean it.
#pragma once

#include "kit/internal.h"

namespace kit {
namespace internal KIT_HIDDEN {

// NaN where one of them is. Written without a branch, so that loops over it become wide instructions.
inline double larger(double a, double b) {
  return ((a > b) | (a != a)) ? a : b;
}

}  // namespace KIT_HIDDEN
}  // namespace kit

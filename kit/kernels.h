// The inner loops that profit from wide vectors, compiled once for each kind of machine and chosen at run
// time.
#pragma once

#include <cstdint>

#include "kit/internal.h"

namespace kit {
namespace internal KIT_HIDDEN {

struct Kernels {
  // c (n, m) = a (n, k) times b (k, m), all dense and row-major; c overlaps neither. Sizes may be 0.
  void (*matmul)(const double* a, const double* b, double* c, std::int64_t n, std::int64_t k, std::int64_t m);
  // y[i] = exp(x[i]), within 1 ulp of the true value; x and y may be the same.
  void (*exp)(const double* x, double* y, std::int64_t n);
};

// Those for this machine.
const Kernels& kernels();

// One for each kind; null where this build has none or the machine cannot run it.
const Kernels* kernels_avx512();
const Kernels* kernels_avx2();
const Kernels* kernels_basic();

}  // namespace KIT_HIDDEN
}  // namespace kit

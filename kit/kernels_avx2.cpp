// The kernels for machines with AVX2; empty in a build whose compiler flags do not have it.
#include "kit/kernels.h"

#if defined(__AVX2__) && defined(__FMA__)
#define Eigen eigen_avx2
#include "kit/kernels_body.h"

namespace kit::internal {

const Kernels* kernels_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 ? &kKernels : nullptr;
}

}  // namespace kit::internal
#else
namespace kit::internal {

const Kernels* kernels_avx2() {
  return nullptr;
}

}  // namespace kit::internal
#endif

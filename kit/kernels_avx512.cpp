// The kernels for machines with AVX512; empty in a build whose compiler flags do not have it.
#include "kit/kernels.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define Eigen eigen_avx512
#include "kit/kernels_body.h"

namespace kit::internal {

const Kernels* kernels_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                 __builtin_cpu_supports("avx512vl") != 0
             ? &kKernels
             : nullptr;
}

}  // namespace kit::internal
#else
namespace kit::internal {

const Kernels* kernels_avx512() {
  return nullptr;
}

}  // namespace kit::internal
#endif

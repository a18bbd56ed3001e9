// The kernels for any machine.
#define Eigen eigen_basic
#include "kit/kernels_body.h"

namespace kit::internal {

const Kernels* kernels_basic() {
  return &kKernels;
}

}  // namespace kit::internal

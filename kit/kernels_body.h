// The body of the kernels, included once in each of kernels_avx512.cpp, kernels_avx2.cpp and
// kernels_basic.cpp, which are compiled with different flags.
//
// One rule keeps code for a wide machine away from a narrow one: nothing here may become an inline function
// of one name in several of these files, since the linker keeps one of them for all. So the file that
// includes this renames the namespace of Eigen, and everything else is static.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"  // g++ 12 takes its own headers for AVX amiss
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <Eigen/Core>
#include <bit>
#include <cstdint>

#include "kit/kernels.h"

namespace kit::internal {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void matmul_kernel(const double* a, const double* b, double* c, std::int64_t n, std::int64_t k,
                   std::int64_t m) {
  Eigen::Map<Matrix>(c, n, m).noalias() =
      Eigen::Map<const Matrix>(a, n, k) * Eigen::Map<const Matrix>(b, k, m);
}

// 2^k for a whole number k from -1022 to 1023, given as k + kShift: the sum has k in its lowest bits.
constexpr double kShift = 0x1.8p52;
double power_of_two(double shifted) {
  constexpr std::uint64_t kBias = 1023;
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) + kBias) << 52);
}

// exp(x) = 2^k exp(r), where k is the whole number nearest to x / ln 2 and |r| <= ln 2 / 2; exp(r) by its
// series. ln 2 is taken in two parts, the first short enough that k times it is exact. 2^k is applied in two
// halves, so that results below the normal numbers come out rounded and not flushed, and too large ones
// become inf.
double exp_of(double x) {
  constexpr double kLog2e = 0x1.71547652b82fep0;
  constexpr double kLn2High = 0x1.62e42fee00000p-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  x = x < -746.0 ? -746.0 : x;  // exp is 0 from here, and inf from there; a NaN passes both
  x = x > 710.0 ? 710.0 : x;
  const double k = (x * kLog2e + kShift) - kShift;
  const double r_high = x - k * kLn2High;
  const double r_low = k * kLn2Low;
  const double r = r_high - r_low;
  double series = 1.0 / 6227020800.0;  // 1 / 13!
  for (const double factor :
       {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0})
    series = series * r + 1.0 / factor;
  const double exp_r = 1.0 + (r_high + (series * (r * r) - r_low));
  const double half = k * 0.5 + kShift;
  const double other_half = (k - (half - kShift)) + kShift;
  return exp_r * power_of_two(half) * power_of_two(other_half);
}

void exp_kernel(const double* x, double* y, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) y[i] = exp_of(x[i]);
}

constexpr Kernels kKernels{matmul_kernel, exp_kernel};

}  // namespace
}  // namespace kit::internal

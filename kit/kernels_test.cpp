// Tests of each kind of kernel that this machine can run: they agree with the plain way of working it out.
#include "kit/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace kit::internal {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

class KernelsTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string name = GetParam();
    kernels_ = name == "basic" ? kernels_basic() : name == "avx2" ? kernels_avx2() : kernels_avx512();
    if (kernels_ == nullptr) GTEST_SKIP() << "this machine or this build has no " << name;
  }
  double exp_of(double x) const {
    double y = 0;
    kernels_->exp(&x, &y, 1);
    return y;
  }
  const Kernels* kernels_ = nullptr;
};

INSTANTIATE_TEST_SUITE_P(Levels, KernelsTest, testing::Values("basic", "avx2", "avx512"),
                         [](const auto& tested) { return std::string(tested.param); });

// How many doubles lie between two positive ones.
std::int64_t distance(double a, double b) {
  return std::abs(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b));
}

// long double has 11 bits more where this compiler has x87 numbers; elsewhere this compares with another exp.
TEST_P(KernelsTest, ExpIsWithinOneUnitInTheLastPlace) {
  std::mt19937_64 random(1);
  for (const double range : {1.0, 40.0, 745.0}) {
    std::uniform_real_distribution<double> uniform(-range, std::min(range, 709.7));
    std::vector<double> x(50001), y(x.size());
    for (double& value : x) value = uniform(random);
    kernels_->exp(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto expected = static_cast<double>(std::exp(static_cast<long double>(x[i])));
      ASSERT_LE(distance(y[i], expected), 1) << "exp of " << x[i];
    }
  }
}

TEST_P(KernelsTest, ExpIsExactWhereItHasToBe) {
  EXPECT_EQ(exp_of(0.0), 1.0);
  EXPECT_EQ(exp_of(-0.0), 1.0);
  EXPECT_EQ(exp_of(-kInf), 0.0);
  EXPECT_EQ(exp_of(-746.0), 0.0);
  EXPECT_EQ(exp_of(-1e300), 0.0);
  EXPECT_EQ(exp_of(kInf), kInf);
  EXPECT_EQ(exp_of(709.79), kInf);
  EXPECT_EQ(exp_of(1e300), kInf);
  EXPECT_TRUE(std::isnan(exp_of(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(exp_of(-745.0), 5e-324);
  EXPECT_EQ(exp_of(1e-300), 1.0);
  EXPECT_LE(distance(exp_of(709.78), std::exp(709.78)), 1);
}

TEST_P(KernelsTest, MatmulEqualsTheTripleLoop) {
  constexpr std::int64_t kN = 13, kK = 21, kM = 19;
  std::vector<double> a(kN * kK), b(kK * kM), c(kN * kM, 99.0), expected(kN * kM, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i * i % 7) - 3;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i * i % 11) - 5;
  for (std::int64_t i = 0; i < kN; ++i)
    for (std::int64_t k = 0; k < kK; ++k)
      for (std::int64_t j = 0; j < kM; ++j)
        expected[static_cast<std::size_t>(i * kM + j)] +=
            a[static_cast<std::size_t>(i * kK + k)] * b[static_cast<std::size_t>(k * kM + j)];
  kernels_->matmul(a.data(), b.data(), c.data(), kN, kK, kM);
  EXPECT_EQ(c, expected);
}

}  // namespace
}  // namespace kit::internal

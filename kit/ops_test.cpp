// Tests of the operations number by number and along an axis, against numbers worked out by hand.
#include "kit/ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kit/caught.h"

namespace kit {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(OpsTest, MakesTensors) {
  EXPECT_EQ(tensor({2, 2}, {1, 2, 3, 4})(1, 0), 3);
  EXPECT_EQ(tensor(Shape{3}, std::vector<double>{1, 2, 3})(2), 3);
  EXPECT_EQ(zeros({2, 1}), tensor({2, 1}, {0, 0}));
  EXPECT_EQ(full({2}, 0.5), tensor({2}, {0.5, 0.5}));
  EXPECT_EQ(arange(4), tensor({4}, {0, 1, 2, 3}));
  EXPECT_EQ(eye(3), tensor({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(eye(0).shape(), (Shape{0, 0}));
}

TEST(OpsTest, TensorWantsAsManyNumbersAsTheShapeHolds) {
  const Caught error = caught<ShapeError>([] { tensor({2, 2}, {1, 2, 3}); });
  EXPECT_EQ(error.message, "tensor: shape (2, 2) holds 4 numbers, got 3");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<ShapeError>([] { tensor({}, {}); }).message, "tensor: shape () holds 1 number, got 0");
}

TEST(OpsTest, CalculatesNumberByNumber) {
  const Tensor a = tensor({3}, {6, -8, 0.5}), b = tensor({3}, {2, 4, -1});
  EXPECT_EQ(a + b, tensor({3}, {8, -4, -0.5}));
  EXPECT_EQ(a - b, tensor({3}, {4, -12, 1.5}));
  EXPECT_EQ(a * b, tensor({3}, {12, -32, -0.5}));
  EXPECT_EQ(a / b, tensor({3}, {3, -2, -0.5}));
  EXPECT_EQ(-a, tensor({3}, {-6, 8, -0.5}));
  EXPECT_EQ(maximum(a, b), tensor({3}, {6, 4, 0.5}));
  EXPECT_EQ(less(a, b), tensor({3}, {0, 1, 0}));
  EXPECT_EQ(where(less(a, b), a, b), tensor({3}, {2, -8, -1}));
  EXPECT_EQ(sqrt(tensor({3}, {4, 0, 2.25})), tensor({3}, {2, 0, 1.5}));
  EXPECT_EQ(log(tensor({3}, {1, 0, kInf})), tensor({3}, {0, -kInf, kInf}));
  EXPECT_EQ(exp(tensor({3}, {0, -kInf, kInf})), tensor({3}, {1, 0, kInf}));
}

TEST(OpsTest, TakesNumbersOnBothSides) {
  const Tensor a = tensor({2}, {4, -2});
  const int n = 3;
  EXPECT_EQ(a + n, tensor({2}, {7, 1}));
  EXPECT_EQ(n + a, tensor({2}, {7, 1}));
  EXPECT_EQ(a - n, tensor({2}, {1, -5}));
  EXPECT_EQ(n - a, tensor({2}, {-1, 5}));
  EXPECT_EQ(a * n, tensor({2}, {12, -6}));
  EXPECT_EQ(n * a, tensor({2}, {12, -6}));
  EXPECT_EQ(a / 2, tensor({2}, {2, -1}));
  EXPECT_EQ(8 / a, tensor({2}, {2, -4}));
  EXPECT_EQ(maximum(a, 0), tensor({2}, {4, 0}));
  EXPECT_EQ(maximum(0, a), tensor({2}, {4, 0}));
  EXPECT_EQ(less(a, 0), tensor({2}, {0, 1}));
  EXPECT_EQ(less(0, a), tensor({2}, {1, 0}));
  EXPECT_EQ(where(less(a, 0), -1, a), tensor({2}, {4, -1}));
  EXPECT_EQ(where(less(a, 0), a, 1), tensor({2}, {1, -2}));
  EXPECT_EQ(where(less(a, 0), -1, 1), tensor({2}, {1, -1}));
}

TEST(OpsTest, BroadcastsAsNumPyDoes) {
  const Tensor column = tensor({2, 1}, {10, 20}), row = arange(3), block = arange(6).reshape({2, 3});
  EXPECT_EQ(column + row, tensor({2, 3}, {10, 11, 12, 20, 21, 22}));
  EXPECT_EQ(row - column, tensor({2, 3}, {-10, -9, -8, -20, -19, -18}));
  EXPECT_EQ(block + row, tensor({2, 3}, {0, 2, 4, 3, 5, 7}));
  EXPECT_EQ(block + column, tensor({2, 3}, {10, 11, 12, 23, 24, 25}));
  EXPECT_EQ(full({}, 1) + block, block + 1);
  EXPECT_EQ(block + full({1, 1, 1}, 1), (block + 1).reshape({1, 2, 3}));
  EXPECT_EQ((zeros({0, 3}) + row).shape(), (Shape{0, 3}));
  EXPECT_EQ((zeros({2, 0}) + column).shape(), (Shape{2, 0}));
  EXPECT_EQ(where(tensor({2, 1}, {1, 0}), row, 5), tensor({2, 3}, {0, 1, 2, 5, 5, 5}));
}

TEST(OpsTest, BroadcastsAxesBetweenOthers) {
  const Tensor a = arange(4).reshape({2, 1, 2}), b = 10 * arange(6).reshape({1, 3, 2});
  const Tensor c = a + b;
  ASSERT_EQ(c.shape(), (Shape{2, 3, 2}));
  for (std::int64_t i = 0; i < 12; ++i) {
    const std::int64_t x = i / 6, y = i / 2 % 3, z = i % 2;
    EXPECT_EQ(c(x, y, z), static_cast<double>(2 * x + z + 10 * (2 * y + z)));
  }
}

TEST(OpsTest, RefusesShapesThatDoNotBroadcast) {
  const Tensor a = zeros({2, 3}), b = zeros({2});
  const Caught error = caught<ShapeError>([&] { (void)(a + 1 + b); });
  EXPECT_EQ(error.message, "+: shapes (2, 3) and (2) do not broadcast");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)where(a, zeros({4, 3}), b);
            }).message,
            "where: shapes (4, 3) and (2) do not broadcast");
}

TEST(OpsTest, NanGoesThroughMaximumAndMax) {
  EXPECT_TRUE(std::isnan(maximum(full({1}, kNan), 1)(0)));
  EXPECT_TRUE(std::isnan(maximum(1, full({1}, kNan))(0)));
  for (std::int64_t at = 0; at < 20; ++at) {
    Tensor x = arange(20);
    x(at) = kNan;
    EXPECT_TRUE(std::isnan(max(x, 0)(0))) << at;
    EXPECT_TRUE(std::isnan(max(x.reshape({20, 1}) * tensor({2}, {1, 1}), 0)(0, 0))) << at;
  }
}

TEST(OpsTest, ReducesAlongAnAxisThatStays) {
  const Tensor x = tensor({2, 3}, {1, 5, 3, -4, -2, -6});
  EXPECT_EQ(sum(x, 1), tensor({2, 1}, {9, -12}));
  EXPECT_EQ(sum(x, 0), tensor({1, 3}, {-3, 3, -3}));
  EXPECT_EQ(max(x, -1), tensor({2, 1}, {5, -2}));
  EXPECT_EQ(max(x, -2), tensor({1, 3}, {1, 5, 3}));
  EXPECT_EQ(sum(arange(24).reshape({2, 3, 4}), 1), tensor({2, 1, 4}, {12, 15, 18, 21, 48, 51, 54, 57}));
  EXPECT_EQ(sum(arange(100), 0), tensor({1}, {4950}));
  EXPECT_EQ(max(-arange(100), 0), tensor({1}, {0}));
  EXPECT_EQ(max(full({3}, -kInf), 0), tensor({1}, {-kInf}));
  EXPECT_EQ(sum(zeros({2, 0}), 1), zeros({2, 1}));
  EXPECT_EQ(max(zeros({0, 2}), 1).shape(), (Shape{0, 1}));
}

TEST(OpsTest, ReducingRefusesWhatIsNotThere) {
  const Tensor x = zeros({2, 0});
  EXPECT_EQ(caught<ShapeError>([&] { (void)sum(x, 2); }).message,
            "sum: axis 2 is out of range for shape (2, 0) of 2 axes");
  const Caught error = caught<ShapeError>([&] { (void)max(x, -1); });
  EXPECT_EQ(error.message, "max: axis -1 of shape (2, 0) has size 0, there is no largest number");
  EXPECT_EQ(error.line, __LINE__ - 2);
}

}  // namespace
}  // namespace kit

// Tests of matmul: against hand-made numbers, a plain triple loop, and over leading axes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kit/caught.h"
#include "kit/tensor.h"

namespace kit {
namespace {

// Whole numbers, small enough that every sum of products is exact in any order.
Tensor whole_numbers(const Shape& shape, std::int64_t start) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) size *= length;
  Tensor x = zeros({size});
  for (std::int64_t i = 0; i < size; ++i) x(i) = static_cast<double>((start + i * i) % 17 - 8);
  return x.reshape(shape);
}

Tensor triple_loop(const Tensor& a, const Tensor& b) {
  Tensor c = zeros({a.dim(0), b.dim(1)});
  for (std::int64_t i = 0; i < a.dim(0); ++i)
    for (std::int64_t j = 0; j < b.dim(1); ++j)
      for (std::int64_t k = 0; k < a.dim(1); ++k) c(i, j) += a(i, k) * b(k, j);
  return c;
}

TEST(MatmulTest, MultipliesTwoMatrices) {
  const Tensor a = tensor({2, 3}, {1, 2, 3, 4, 5, 6}), b = tensor({3, 2}, {7, 8, 9, 10, 11, 12});
  EXPECT_EQ(matmul(a, b), tensor({2, 2}, {58, 64, 139, 154}));
  EXPECT_EQ(matmul(a, eye(3)), a);
}

TEST(MatmulTest, EqualsTheTripleLoopAtManySizes) {
  for (const std::int64_t n : {1, 2, 5, 8, 33, 70}) {
    for (const std::int64_t k : {1, 3, 8, 40}) {
      for (const std::int64_t m : {1, 4, 7, 24, 65}) {
        const Tensor a = whole_numbers({n, k}, 1), b = whole_numbers({k, m}, 2);
        EXPECT_EQ(matmul(a, b), triple_loop(a, b)) << n << " " << k << " " << m;
      }
    }
  }
}

TEST(MatmulTest, BroadcastsLeadingAxes) {
  const Tensor a = whole_numbers({2, 1, 3, 4}, 1), b = whole_numbers({5, 4, 2}, 2);
  const Tensor c = matmul(a, b);
  ASSERT_EQ(c.shape(), (Shape{2, 5, 3, 2}));
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 5; ++j) {
      const Tensor one = matmul(a.slice(0, i, i + 1).reshape({3, 4}), b.slice(0, j, j + 1).reshape({4, 2}));
      EXPECT_EQ(c.slice(0, i, i + 1).slice(1, j, j + 1).reshape({3, 2}), one);
    }
  }
}

TEST(MatmulTest, OneMatrixOnEitherSideServesAllLeadingAxes) {
  const Tensor x = whole_numbers({2, 3, 4}, 1), w = whole_numbers({4, 4}, 2), rows = whole_numbers({5, 3}, 3);
  const Tensor y = matmul(x, w), z = matmul(rows, x), with_ones = matmul(x, w.reshape({1, 1, 4, 4}));
  ASSERT_EQ(y.shape(), (Shape{2, 3, 4}));
  ASSERT_EQ(z.shape(), (Shape{2, 5, 4}));
  EXPECT_EQ(with_ones, y.reshape({1, 2, 3, 4}));
  for (std::int64_t i = 0; i < 2; ++i) {
    const Tensor text = x.slice(0, i, i + 1).reshape({3, 4});
    EXPECT_EQ(y.slice(0, i, i + 1).reshape({3, 4}), matmul(text, w));
    EXPECT_EQ(z.slice(0, i, i + 1).reshape({5, 4}), matmul(rows, text));
  }
}

TEST(MatmulTest, AnEmptyInnerAxisGivesZeros) {
  EXPECT_EQ(matmul(zeros({2, 0}), zeros({0, 3})), zeros({2, 3}));
  EXPECT_EQ(matmul(zeros({2, 2, 0}), zeros({2, 0, 3})), zeros({2, 2, 3}));
  EXPECT_EQ(matmul(zeros({0, 2}), zeros({2, 3})).shape(), (Shape{0, 3}));
  EXPECT_EQ(matmul(zeros({0, 4, 2}), zeros({2, 3})).shape(), (Shape{0, 4, 3}));
}

TEST(MatmulTest, NonFiniteNumbersStayInTheirRow) {
  Tensor a = full({9, 9}, 1);
  a(4, 3) = std::numeric_limits<double>::quiet_NaN();
  a(5, 3) = std::numeric_limits<double>::infinity();
  const Tensor c = matmul(a, full({9, 9}, 1));
  for (std::int64_t i = 0; i < 9; ++i) {
    for (std::int64_t j = 0; j < 9; ++j) {
      EXPECT_EQ(std::isnan(c(i, j)), i == 4);
      EXPECT_EQ(std::isinf(c(i, j)), i == 5);
    }
  }
}

TEST(MatmulTest, RefusesShapesThatDoNotFit) {
  const struct {
    Shape a, b;
    const char* message;
  } cases[] = {
      {{2, 3}, {4, 5}, "matmul: shapes (2, 3) and (4, 5) do not fit: rows of 3 numbers, columns of 4"},
      {{3}, {3, 2}, "matmul: shapes (3) and (3, 2) must have at least two axes each"},
      {{2, 3}, {3}, "matmul: shapes (2, 3) and (3) must have at least two axes each"},
      {{2, 3, 4},
       {5, 4, 3},
       "matmul: shapes (2, 3, 4) and (5, 4, 3) do not fit: leading axes (2) and (5) do not broadcast"},
  };
  for (const auto& [a, b, message] : cases) {
    const Tensor x = zeros(a), y = zeros(b);
    const Caught error = caught<ShapeError>([&] { (void)matmul(x, y); });
    EXPECT_EQ(error.message, message);
    EXPECT_EQ(error.line, __LINE__ - 2);
  }
}

}  // namespace
}  // namespace kit

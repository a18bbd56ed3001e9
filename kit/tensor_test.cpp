// Tests of Tensor: shapes, single numbers, value semantics.
#include "kit/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "kit/caught.h"
#include "kit/counted.h"
#include "kit/internal.h"

// AddressSanitizer would end the program at the first allocation that fails.
extern "C" const char* __asan_default_options();   // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "allocator_may_return_null=1";
}

namespace kit {
namespace {

// ---- What does not compile

template <class T>
concept HasAddressOfElement = requires(T x) {
  &x(0);
};
template <class T>
concept ConstElementIsWritable = requires(const T x) {
  x(0) = 1.0;
};
template <class T>
concept TakesSevenIndices = requires(T x) {
  x(0, 0, 0, 0, 0, 0, 0);
};
template <class T>
concept TakesKeepDims = requires(T x) {
  sum(x, 0, true);
};
template <class T>
concept ReshapesWithoutBraces = requires(T x) {
  x.reshape(2, 3);
};
static_assert(!HasAddressOfElement<Tensor>);
static_assert(!ConstElementIsWritable<Tensor>);
static_assert(!TakesSevenIndices<Tensor>);
static_assert(!TakesKeepDims<Tensor>);
static_assert(!ReshapesWithoutBraces<Tensor>);

// ---- Sizes

TEST(TensorTest, TellsItsSizes) {
  const Tensor x = zeros({2, 5, 12});
  EXPECT_EQ(x.shape(), (Shape{2, 5, 12}));
  EXPECT_EQ(x.rank(), 3);
  EXPECT_EQ(x.size(), 120);
  EXPECT_EQ(x.dim(0), 2);
  EXPECT_EQ(x.dim(-1), 12);
  EXPECT_EQ(x.dim(-3), 2);
}

TEST(TensorTest, IsEmptyByDefaultAndWhenMovedFrom) {
  Tensor x = counted({3});
  const Tensor y = std::move(x);
  x = Tensor();
  EXPECT_EQ(x.shape(), Shape{0});
  EXPECT_EQ(x.size(), 0);
  EXPECT_EQ(x, Tensor());
  EXPECT_EQ(x, zeros({0}));
  EXPECT_EQ((x + 1).shape(), Shape{0});
  EXPECT_EQ(x.reshape({2, 0}).transpose({1, 0}).slice(1, 1, 2).shape(), (Shape{0, 1}));
  EXPECT_EQ(y, arange(3));
}

TEST(TensorTest, NoSuchAxisIsAShapeError) {
  const Tensor x = zeros({2, 5});
  const Caught error = caught<ShapeError>([&] { x.dim(2); });
  EXPECT_EQ(error.message, "dim: axis 2 is out of range for shape (2, 5) of 2 axes");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<ShapeError>([&] { arange(3).dim(-2); }).message,
            "dim: axis -2 is out of range for shape (3) of 1 axis");
}

TEST(TensorTest, ImpossibleSizesAreShapeErrors) {
  EXPECT_EQ(caught<ShapeError>([] {
              zeros({2, -3});
            }).message,
            "zeros: shape (2, -3) has the negative size -3 at axis 1");
  EXPECT_EQ(caught<ShapeError>([] { arange(-1); }).message,
            "arange: shape (-1) has the negative size -1 at axis 0");
  EXPECT_EQ(caught<ShapeError>([] {
              zeros({1L << 40, 1L << 40});
            }).message,
            "zeros: a tensor of shape (1099511627776, 1099511627776) is too large");
  EXPECT_EQ(caught<ShapeError>([] { zeros(Shape(33, 1)); }).message,
            "zeros: 33 axes, at most 32 are possible");
  EXPECT_EQ(caught<ShapeError>([] {
              zeros({0, 1L << 62, 4});
            }).message,
            "zeros: a tensor of shape (0, 4611686018427387904, 4) is too large");
  EXPECT_EQ(zeros({1L << 40, 2, 0}).size(), 0);
}

TEST(TensorTest, ATensorTooLargeForTheMachineIsBadAlloc) {
  const std::int64_t n = (1L << 60) - 1;
  const Caught error = caught<OutOfMemory>([&] { zeros({n}); });
  EXPECT_EQ(error.message,
            "zeros: no memory for a tensor of shape (1152921504606846975), 9223372036854775800 bytes");
  EXPECT_EQ(error.line, __LINE__ - 3);
  EXPECT_THROW(zeros({n}), std::bad_alloc);
}

// ---- Single numbers

TEST(TensorTest, ReadsInRowMajorOrder) {
  const Tensor x = counted({1, 2, 2, 1, 2, 2});
  EXPECT_EQ(x(0, 1, 0, 0, 1, 1), 11);
  EXPECT_EQ(x.reshape({2, 2, 2, 1, 2})(1, 0, 1, 0, 1), 11);
  EXPECT_EQ(x.reshape({2, 2, 2, 2})(1, 0, 1, 1), 11);
  EXPECT_EQ(x.reshape({2, 2, 4})(1, 0, 3), 11);
  EXPECT_EQ(x.reshape({4, 4})(2, 3), 11);
  EXPECT_EQ(x.reshape({16})(11), 11);
}

TEST(TensorTest, WritesThroughEveryNumberOfIndices) {
  Tensor x1 = zeros({2}), x2 = zeros({1, 2}), x3 = zeros({1, 1, 2});
  Tensor x4 = zeros({1, 1, 1, 2}), x5 = zeros({1, 1, 1, 1, 2}), x6 = zeros({1, 1, 1, 1, 1, 2});
  x1(1) = 7;
  x2(0, 1) = 7;
  x3(0, 0, 1) = 7;
  x4(0, 0, 0, 1) = 7;
  x5(0, 0, 0, 0, 1) = 7;
  x6(0, 0, 0, 0, 0, 1) = 7;
  for (const Tensor& x : {x1, x2, x3, x4, x5, x6}) EXPECT_EQ(x.reshape({2}), tensor({2}, {0, 7}));
}

TEST(TensorTest, ElementsAreAssignedLikeNumbers) {
  Tensor x = tensor({4}, {1, 2, 3, 4});
  x(0) = x(3);
  x(1) += 10;
  x(2) -= 1;
  x(3) *= x(2);
  x(0) /= 8;
  EXPECT_EQ(x, tensor({4}, {0.5, 12, 2, 8}));
  const double product = x(1) * x(2) - 2 * x(0);
  EXPECT_EQ(product, 23);
}

TEST(TensorTest, ElementsStandWhereNumbersDo) {
  Tensor x = tensor({3}, {1, 4, 9});
  x(0) = x(1) = 16;
  EXPECT_EQ(x(0), 16);
  EXPECT_LT(x(1), 16.5);
  EXPECT_EQ(std::sqrt(x(1)) + std::max<double>(x(2), 1), 13);
  EXPECT_EQ(x(0) > x(2) ? x(0) : 0.0, 16);
  EXPECT_EQ(x * x(2) - x(0), tensor({3}, {128, 128, 65}));
  const std::vector<double> numbers{x(0), x(2)};
  EXPECT_EQ(numbers, (std::vector<double>{16, 9}));
  std::ostringstream out;
  out << x(2);
  EXPECT_EQ(out.str(), "9");
}

TEST(TensorTest, AWrongNumberOfIndicesIsAShapeError) {
  Tensor x = zeros({1, 2, 4});
  const Caught error = caught<ShapeError>([&] { x(0, 1) = 1; });
  EXPECT_EQ(error.message, "x(i, ...) of shape (1, 2, 4) takes 3 indices, got 2");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<ShapeError>([&] { x.reshape({8})(0, 1) = 1; }).message,
            "x(i, ...) of shape (8) takes 1 index, got 2");
}

TEST(TensorTest, AnIndexBeyondItsAxisIsOutOfRange) {
  const Tensor x = zeros({1, 2, 4});
  const Caught error = caught<OutOfRange>([&] { (void)x(0, 2, 0); });
  EXPECT_EQ(error.message, "index 2 is out of range for axis 1 of size 2, shape (1, 2, 4)");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<OutOfRange>([&] { (void)x(0, 0, -1); }).message,
            "index -1 is out of range for axis 2 of size 4, shape (1, 2, 4)");
  EXPECT_THROW((void)x(1, 0, 0), std::out_of_range);
}

TEST(TensorTest, AKeptElementOfASmallerTensorIsOutOfRange) {
  Tensor x = zeros({4});
  auto element = x(3);
  x = zeros({2});
  EXPECT_EQ(caught<OutOfRange>([&] { element = 1; }).message,
            "the tensor of this element has changed its shape since");
  EXPECT_THROW((void)static_cast<double>(element), OutOfRange);
}

// ---- Value semantics

TEST(TensorTest, WritingToACopyLeavesTheOriginalAlone) {
  const Tensor x = counted({2, 2});
  Tensor copy = x;
  Tensor reshaped = x.reshape({4});
  Tensor staged = stage("x", x);
  copy(0, 0) = 9;
  reshaped(0) = 8;
  staged(0, 0) += 7;
  EXPECT_EQ(x, counted({2, 2}));
  EXPECT_EQ(copy, tensor({2, 2}, {9, 1, 2, 3}));
  EXPECT_EQ(reshaped, tensor({4}, {8, 1, 2, 3}));
  EXPECT_EQ(staged, tensor({2, 2}, {7, 1, 2, 3}));
}

TEST(TensorTest, WritingToTheOriginalLeavesCopiesAlone) {
  Tensor x = counted({3});
  const Tensor copy = x;
  const Tensor reshaped = x.reshape({3, 1});
  x(0) = 5;
  x = *&x;
  EXPECT_EQ(x, tensor({3}, {5, 1, 2}));
  EXPECT_EQ(copy, arange(3));
  EXPECT_EQ(reshaped(0, 0), 0);
}

TEST(TensorTest, GoesToPlainNumbersAndBack) {
  const double source[] = {1, 2, 3};
  const Tensor x = internal::make_tensor({3, 1}, source, 3);
  EXPECT_EQ(x, tensor({3, 1}, {1, 2, 3}));
  EXPECT_EQ(internal::numbers(x)[2], 3);
}

}  // namespace
}  // namespace kit

// Tests of Tensor: shapes, single numbers, value semantics, rearranging, text.
#include "kit/tensor.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "kit/caught.h"
#include "kit/internal.h"

// AddressSanitizer would end the program at the first allocation that fails.
extern "C" const char* __asan_default_options();   // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "allocator_may_return_null=1";
}

namespace kit {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tensor counted(const Shape& shape) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) size *= length;
  return arange(size).reshape(shape);
}

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
  EXPECT_EQ(zeros({1L << 40, 1L << 40, 0}).size(), 0);
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

// ---- Rearranging

TEST(TensorTest, ReshapeKeepsTheOrder) {
  const Tensor x = counted({2, 6});
  EXPECT_EQ(x.reshape({3, 4}), counted({3, 4}));
  EXPECT_EQ(x.reshape({2, -1, 2}).shape(), (Shape{2, 3, 2}));
  EXPECT_EQ(x.reshape({-1}), arange(12));
  EXPECT_EQ(full({1, 1}, 3).reshape({}).shape(), Shape{});
  EXPECT_EQ(zeros({0, 3}).reshape({3, -1}).shape(), (Shape{3, 0}));
}

TEST(TensorTest, ReshapeRefusesWhatDoesNotFit) {
  const Tensor x = counted({2, 6});
  const struct {
    Shape shape;
    const char* message;
  } cases[] = {
      {{5, 2}, "reshape: the 12 numbers of shape (2, 6) do not fit shape (5, 2)"},
      {{}, "reshape: the 12 numbers of shape (2, 6) do not fit shape ()"},
      {{5, -1}, "reshape: the 12 numbers of shape (2, 6) do not fit shape (5, -1)"},
      {{0, -1}, "reshape: the 12 numbers of shape (2, 6) do not fit shape (0, -1)"},
      {{-1, 3, -1}, "reshape: shape (-1, 3, -1) has more than one -1"},
      {{-2, -6}, "reshape: shape (-2, -6) has the negative size -2 at axis 0"},
      {{1L << 62, 8}, "reshape: a tensor of shape (4611686018427387904, 8) is too large"},
  };
  for (const auto& tried : cases) {
    const Caught error = caught<ShapeError>([&] { (void)x.reshape(tried.shape); });
    EXPECT_EQ(error.message, tried.message);
    EXPECT_EQ(error.line, __LINE__ - 2);
  }
}

TEST(TensorTest, TransposeMovesEachNumberWithItsAxes) {
  const Tensor x = counted({2, 3, 4, 5});
  const Tensor y = x.transpose({0, 2, 1, -1});
  const Tensor z = x.transpose({3, 1, 0, 2});
  ASSERT_EQ(y.shape(), (Shape{2, 4, 3, 5}));
  ASSERT_EQ(z.shape(), (Shape{5, 3, 2, 4}));
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const std::int64_t a = i / 60, b = i / 20 % 3, c = i / 5 % 4, d = i % 5;
    EXPECT_EQ(y(a, c, b, d), static_cast<double>(i));
    EXPECT_EQ(z(d, b, a, c), static_cast<double>(i));
  }
  EXPECT_EQ(counted({2, 3}).transpose({1, 0}), tensor({3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(x.transpose({0, 1, 2, 3}), x);
  EXPECT_EQ(full({}, 3).transpose({}), full({}, 3));
  EXPECT_EQ(zeros({2, 0, 3}).transpose({2, 0, 1}).shape(), (Shape{3, 2, 0}));
}

TEST(TensorTest, TransposeRefusesAxesThatAreNotAPermutation) {
  const Tensor x = zeros({2, 3, 4});
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)x.transpose({0, 2, 2});
            }).message,
            "transpose: axes (0, 2, 2) do not name each axis of shape (2, 3, 4) once");
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)x.transpose({1, 0});
            }).message,
            "transpose: axes (1, 0) do not name each axis of shape (2, 3, 4) once");
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)x.transpose({0, 1, 3});
            }).message,
            "transpose: axis 3 is out of range for shape (2, 3, 4) of 3 axes");
}

TEST(TensorTest, SliceTakesAPartOfOneAxis) {
  const Tensor x = counted({2, 3, 2});
  EXPECT_EQ(x.slice(1, 1, 3), tensor({2, 2, 2}, {2, 3, 4, 5, 8, 9, 10, 11}));
  EXPECT_EQ(x.slice(-1, 0, 1), tensor({2, 3, 1}, {0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(x.slice(0, 1, 1).shape(), (Shape{0, 3, 2}));
  EXPECT_EQ(x.slice(0, 0, 2), x);
}

TEST(TensorTest, SliceRefusesWhatIsNotThere) {
  const Tensor x = zeros({2, 3});
  const std::pair<std::int64_t, std::int64_t> ranges[] = {{0, 4}, {-1, 2}, {2, 1}};
  for (const auto& range : ranges) {
    EXPECT_EQ(caught<OutOfRange>([&] { (void)x.slice(-1, range.first, range.second); }).message,
              "slice: " + std::to_string(range.first) + " to " + std::to_string(range.second) +
                  " is out of range for axis 1 of size 3, shape (2, 3)");
  }
  EXPECT_EQ(caught<ShapeError>([&] { (void)x.slice(2, 0, 1); }).message,
            "slice: axis 2 is out of range for shape (2, 3) of 2 axes");
}

TEST(TensorTest, ConcatPutsPartsOneBehindTheOther) {
  const Tensor a = counted({2, 2}), b = full({2, 1}, 9);
  EXPECT_EQ(concat({a, b, a}, 1), tensor({2, 5}, {0, 1, 9, 0, 1, 2, 3, 9, 2, 3}));
  EXPECT_EQ(concat({a, a}, -2), tensor({4, 2}, {0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(concat(std::vector<Tensor>{a, b}, -1), tensor({2, 3}, {0, 1, 9, 2, 3, 9}));
  EXPECT_EQ(concat({zeros({0, 2}), zeros({0, 3})}, 1).shape(), (Shape{0, 5}));
}

TEST(TensorTest, ConcatRefusesPartsThatDoNotFit) {
  const Tensor a = zeros({2, 2});
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)concat({a, zeros({3, 2})}, 1);
            }).message,
            "concat: shapes (2, 2) and (3, 2) do not fit along axis 1");
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)concat({a, zeros({2})}, 0);
            }).message,
            "concat: shapes (2, 2) and (2) do not fit along axis 0");
  EXPECT_EQ(caught<ShapeError>([&] { (void)concat({a}, 2); }).message,
            "concat: axis 2 is out of range for shape (2, 2) of 2 axes");
  const Caught error = caught<ShapeError>([] { (void)concat(std::vector<Tensor>{}, 0); });
  EXPECT_EQ(error.message, "concat: no tensors to put together");
  EXPECT_EQ(error.line, __LINE__ - 2);
}

// ---- Comparing and printing

TEST(TensorTest, EqualsLikeArrayEqual) {
  EXPECT_TRUE(counted({2, 2}) == counted({2, 2}));
  EXPECT_FALSE(counted({2, 2}) == counted({4}));
  EXPECT_TRUE(counted({2, 2}) != full({2, 2}, 0));
  EXPECT_TRUE(full({1}, -0.0) == zeros({1}));
  EXPECT_TRUE(full({1}, kInf) == full({1}, kInf));
  const Tensor nan = full({1}, kNan);
  EXPECT_FALSE(nan == nan);
}

TEST(TensorTest, PrintsNestedLists) {
  const std::pair<Tensor, const char*> cases[] = {
      {tensor({2, 2}, {1, 2, 3, 4}), "[[1, 2],\n [3, 4]] (2, 2)"},
      {full({}, 2.5), "2.5 ()"},
      {zeros({2, 0}), "[[],\n []] (2, 0)"},
      {tensor({3}, {-kInf, kNan, 1e-300}), "[  -inf,    nan, 1e-300] (3)"},
      {counted({1, 2, 2, 2}), "[[[[0, 1],\n   [2, 3]],\n\n  [[4, 5],\n   [6, 7]]]] (1, 2, 2, 2)"},
  };
  for (const auto& [x, text] : cases) EXPECT_EQ(to_string(x), text);
  std::ostringstream out;
  out << arange(2);
  EXPECT_EQ(out.str(), "[0, 1] (2)");
}

TEST(TensorTest, CutsLargeTensorsInTheMiddle) {
  EXPECT_EQ(to_string(arange(1000)), "[  0,   1,   2, ..., 997, 998, 999] (1000)");
  EXPECT_EQ(to_string(counted({2, 1000}).slice(1, 0, 300)),
            "[[   0,    1,    2, ...,  297,  298,  299],\n"
            " [1000, 1001, 1002, ..., 1297, 1298, 1299]] (2, 300)");
  EXPECT_EQ(to_string(zeros(Shape(12, 3))), "[...] (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)");
}

TEST(TensorTest, GoesToPlainNumbersAndBack) {
  const double source[] = {1, 2, 3};
  const Tensor x = internal::make_tensor({3, 1}, source, 3);
  EXPECT_EQ(x, tensor({3, 1}, {1, 2, 3}));
  EXPECT_EQ(internal::numbers(x)[2], 3);
}

}  // namespace
}  // namespace kit

// Tests of reshape, transpose, slice and concat.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kit/caught.h"
#include "kit/counted.h"
#include "kit/tensor.h"

namespace kit {
namespace {

TEST(RearrangeTest, ReshapeKeepsTheOrder) {
  const Tensor x = counted({2, 6});
  EXPECT_EQ(x.reshape({3, 4}), counted({3, 4}));
  EXPECT_EQ(x.reshape({2, -1, 2}).shape(), (Shape{2, 3, 2}));
  EXPECT_EQ(x.reshape({-1}), arange(12));
  EXPECT_EQ(full({1, 1}, 3).reshape({}).shape(), Shape{});
  EXPECT_EQ(zeros({0, 3}).reshape({3, -1}).shape(), (Shape{3, 0}));
}

TEST(RearrangeTest, ReshapeRefusesWhatDoesNotFit) {
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

TEST(RearrangeTest, TransposeMovesEachNumberWithItsAxes) {
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

TEST(RearrangeTest, TransposeRefusesAxesThatAreNotAPermutation) {
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

TEST(RearrangeTest, SliceTakesAPartOfOneAxis) {
  const Tensor x = counted({2, 3, 2});
  EXPECT_EQ(x.slice(1, 1, 3), tensor({2, 2, 2}, {2, 3, 4, 5, 8, 9, 10, 11}));
  EXPECT_EQ(x.slice(-1, 0, 1), tensor({2, 3, 1}, {0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(x.slice(0, 1, 1).shape(), (Shape{0, 3, 2}));
  EXPECT_EQ(x.slice(0, 0, 2), x);
}

TEST(RearrangeTest, SliceRefusesWhatIsNotThere) {
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

TEST(RearrangeTest, ConcatPutsPartsOneBehindTheOther) {
  const Tensor a = counted({2, 2}), b = full({2, 1}, 9);
  EXPECT_EQ(concat({a, b, a}, 1), tensor({2, 5}, {0, 1, 9, 0, 1, 2, 3, 9, 2, 3}));
  EXPECT_EQ(concat({a, a}, -2), tensor({4, 2}, {0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(concat(std::vector<Tensor>{a, b}, -1), tensor({2, 3}, {0, 1, 9, 2, 3, 9}));
  EXPECT_EQ(concat({zeros({0, 2}), zeros({0, 3})}, 1).shape(), (Shape{0, 5}));
}

TEST(RearrangeTest, ConcatRefusesPartsThatDoNotFit) {
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

}  // namespace
}  // namespace kit

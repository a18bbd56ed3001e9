// Tests of the given code, against numbers worked out by hand.
#include "exercise/given/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "kit/caught.h"
#include "kit/record.h"

namespace exercise {
namespace {

using kit::Caught;
using kit::caught;
using kit::Shape;
using kit::ShapeError;

constexpr double kInf = std::numeric_limits<double>::infinity();

void expect_near(const Tensor& got, const Tensor& expected) {
  ASSERT_EQ(got.shape(), expected.shape());
  const Tensor a = got.reshape({-1}), b = expected.reshape({-1});
  for (std::int64_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a(i), b(i), 1e-15) << "number " << i;
}

TEST(SoftmaxTest, NumbersAreSharesOfOne) {
  const double third = 1.0 / 3.0;
  expect_near(softmax(kit::tensor({1, 4}, {0, 0, -kInf, 0}), -1),
              kit::tensor({1, 4}, {third, third, 0, third}));
  expect_near(softmax(kit::tensor({2, 2}, {0, std::log(3), 5, 5}), 1),
              kit::tensor({2, 2}, {0.25, 0.75, 0.5, 0.5}));
  expect_near(softmax(kit::tensor({2, 2}, {0, 5, std::log(3), 5}), 0),
              kit::tensor({2, 2}, {0.25, 0.5, 0.75, 0.5}));
}

TEST(SoftmaxTest, LargeNumbersDoNotOverflow) {
  expect_near(softmax(kit::tensor({2}, {1e308, 1e308}), 0), kit::tensor({2}, {0.5, 0.5}));
  expect_near(softmax(kit::tensor({3}, {-1e308, 0, 1000}), 0), kit::tensor({3}, {0, 0, 1}));
}

TEST(SoftmaxTest, ARowOfMinusInfinitiesIsNan) {
  const Tensor y = softmax(kit::tensor({2, 2}, {-kInf, -kInf, 0, -kInf}), -1);
  EXPECT_TRUE(std::isnan(y(0, 0)));
  EXPECT_TRUE(std::isnan(y(0, 1)));
  EXPECT_EQ(y(1, 0), 1);
  EXPECT_EQ(y(1, 1), 0);
}

TEST(CausalMaskTest, HidesLaterTokens) {
  EXPECT_EQ(causal_mask(3), kit::tensor({3, 3}, {0, -kInf, -kInf, 0, 0, -kInf, 0, 0, 0}));
  EXPECT_EQ(causal_mask(1), kit::zeros({1, 1}));
  EXPECT_EQ(causal_mask(0).shape(), (Shape{0, 0}));
}

// Two tokens, d = 1. Scores: token 0 sees itself; token 1 has q k = 2 ln 2 and 2 · 0, weights 4/5 and 1/5.
TEST(AttentionTest, MixesTheRowsOfVByTheScores) {
  const Tensor q = kit::tensor({2, 1}, {1, 2}), k = kit::tensor({2, 1}, {std::log(2), 0});
  const Tensor v = kit::tensor({2, 2}, {10, 0, 0, 5});
  expect_near(attention(q, k, v, causal_mask(2)), kit::tensor({2, 2}, {10, 0, 8, 1}));
}

// The same with d = 4: each score is a sum of four products, divided by sqrt(4).
TEST(AttentionTest, DividesByTheRootOfTheHeadsSize) {
  const Tensor q = kit::full({1, 4}, 1), v = kit::tensor({2, 1}, {8, 0});
  const Tensor k = kit::tensor({2, 4}, {std::log(9), std::log(9), 0, 0, 0, 0, 0, 0});
  expect_near(attention(q, k, v, kit::zeros({1, 2})), kit::tensor({1, 1}, {7.2}));
}

TEST(AttentionTest, WorksOutEachLeadingIndexByItself) {
  const Tensor q = exp(kit::arange(24) / 24).reshape({2, 2, 3, 2}), k = 1 / q, v = q * q;
  const Tensor all = attention(q, k, v, causal_mask(3));
  ASSERT_EQ(all.shape(), (Shape{2, 2, 3, 2}));
  const auto one = [](const Tensor& x, std::int64_t b, std::int64_t h) {
    return x.slice(0, b, b + 1).slice(1, h, h + 1).reshape({3, 2});
  };
  for (std::int64_t b = 0; b < 2; ++b)
    for (std::int64_t h = 0; h < 2; ++h)
      expect_near(attention(one(q, b, h), one(k, b, h), one(v, b, h), causal_mask(3)), one(all, b, h));
}

TEST(AttentionTest, RefusesShapesThatDoNotFit) {
  const Tensor q = kit::zeros({2, 3, 4}), k = kit::zeros({2, 5, 4}), v = kit::zeros({2, 5, 6});
  EXPECT_EQ(attention(q, k, v, kit::zeros({3, 5})).shape(), (Shape{2, 3, 6}));
  const Caught error = caught<ShapeError>([&] { (void)attention(q, k, v, causal_mask(3)); });
  EXPECT_EQ(error.message, "attention: +: shapes (2, 3, 5) and (3, 3) do not broadcast");
  EXPECT_EQ(error.line, __LINE__ - 2);
  EXPECT_EQ(caught<ShapeError>([&] {
              (void)attention(q, v, v, kit::zeros({3, 5}));
            }).message,
            "attention: matmul: shapes (2, 3, 4) and (2, 6, 5) do not fit: rows of 4 numbers, columns of 6");
  EXPECT_EQ(caught<ShapeError>([&] { (void)softmax(q, 3); }).message,
            "softmax: max: axis 3 is out of range for shape (2, 3, 4) of 3 axes");
  EXPECT_EQ(caught<ShapeError>([] { (void)causal_mask(-1); }).message,
            "causal_mask: arange: shape (-1) has the negative size -1 at axis 0");
}

TEST(AttentionTest, IsOneOperationToTheRecorder) {
  const Tensor q = kit::zeros({3, 2});
  kit::record::start(kit::record::Mode::kShapes);
  (void)softmax(attention(q, q, q, causal_mask(3)), -1);
  const kit::record::Record record = kit::record::take();
  ASSERT_EQ(record.operations.size(), 3);
  EXPECT_EQ(record.operations[0].name, "causal_mask");
  EXPECT_EQ(record.operations[1].name, "attention");
  EXPECT_EQ(record.operations[1].inputs, (std::vector<Shape>{{3, 2}, {3, 2}, {3, 2}, {3, 3}}));
  EXPECT_EQ(record.operations[2].name, "softmax");
  for (const auto& operation : record.operations) EXPECT_EQ(operation.line, __LINE__ - 7);
  ASSERT_EQ(record.stages.size(), 2);
  EXPECT_EQ(record.stages[0].name, "scores");
  EXPECT_EQ(record.stages[1].name, "weights");
}

}  // namespace
}  // namespace exercise

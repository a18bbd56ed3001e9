#include "grader/judge/patterns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "grader/judge/pattern_tools.h"
#include "grader/judge/testing.h"
#include "grader/model/uniform.h"

namespace grader {
namespace {

using testing::counting;
using Sentences = std::vector<std::string>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Array random(const Shape& shape, std::uint64_t seed) {
  return {shape, uniform(seed, static_cast<std::size_t>(element_count(shape)), -1, 1)};
}

// An expected result of split_heads (B, H, T, d) = (2, 3, 4, 5) and what becomes of it.
class PatternsTest : public ::testing::Test {
 protected:
  Sentences patterns() const {
    return find_patterns(make_wrong(expected_, got_, Tolerance{}, manifest_.functions[testing::kSplit],
                                    {input_, std::int64_t{3}}, manifest_));
  }
  double& at(std::int64_t b, std::int64_t h, std::int64_t t, std::int64_t i) {
    return got_.data[static_cast<std::size_t>(((b * 3 + h) * 4 + t) * 5 + i)];
  }
  // Makes every value wrong for which `hit(b, h, t)` holds.
  template <class Hit>
  void spoil(Hit hit) {
    for (std::int64_t b = 0; b < 2; ++b)
      for (std::int64_t h = 0; h < 3; ++h)
        for (std::int64_t t = 0; t < 4; ++t)
          for (std::int64_t i = 0; i < 5; ++i)
            if (hit(b, h, t))
              at(b, h, t, i) += 1 + std::sin(static_cast<double>(60 * b + 20 * h + 5 * t + i));
  }
  template <class Change>
  void each(Change change) {
    for (double& value : got_.data) value = change(value);
  }

  Manifest manifest_ = testing::manifest();
  Array input_ = random({2, 4, 15}, 1);
  Array expected_ = random({2, 3, 4, 5}, 2);
  Array got_ = expected_;
};

TEST_F(PatternsTest, SaysNothingOfEmptyTensors) {
  expected_ = counting({0, 3, 4, 5});
  got_ = counting({0, 3, 4, 5});
  EXPECT_EQ(patterns(), Sentences{});
}

TEST_F(PatternsTest, SaysNothingWhereEverythingIsJustWrong) {
  got_ = random({2, 3, 4, 5}, 9);
  EXPECT_EQ(patterns(), Sentences{});
}

TEST_F(PatternsTest, SeesValuesThatAreNotFinite) {
  each([](double) { return kNan; });
  EXPECT_EQ(patterns(), Sentences{"every value is nan"});
  got_ = expected_;
  for (int b = 0; b < 2; ++b)
    for (int h = 0; h < 3; ++h)
      for (int i = 0; i < 5; ++i) at(b, h, 0, i) = kNan;
  EXPECT_EQ(patterns(), Sentences{"token 0 of every text is nan"});
  got_ = expected_;
  at(1, 1, 1, 1) = kInf;
  at(0, 1, 2, 1) = kNan;
  EXPECT_EQ(patterns(), Sentences{"2 of 120 values are nan or inf; none should be"});
}

TEST_F(PatternsTest, SeesOneNumberEverywhere) {
  each([](double) { return 0.0; });
  EXPECT_EQ(patterns(), Sentences{"every value is 0"});
  each([](double) { return 1.0 / 3; });
  EXPECT_EQ(patterns(), Sentences{"every value is 0.333333"});
}

TEST_F(PatternsTest, SeesRightValuesInAnotherShape) {
  got_.shape = {6, 4, 5};
  EXPECT_EQ(
      patterns(),
      Sentences{"the values are right and in order; only the shape is (6, 4, 5) instead of (2, 3, 4, 5)"});
}

TEST_F(PatternsTest, SeesAnotherAxisOrder) {
  got_ = transposed(expected_, {0, 2, 1, 3});
  EXPECT_EQ(patterns(),
            Sentences{"the values are right, in the axis order (B, T, H, d) instead of (B, H, T, d)"});
  got_.shape = expected_.shape;
  EXPECT_EQ(
      patterns(),
      Sentences{"the numbers are right, but lie in the order of axes (B, T, H, d) instead of (B, H, T, d)"});
  got_ = transposed(expected_, {0, 1, 3, 2});
  EXPECT_EQ(
      patterns(),
      Sentences{
          "the values are right, with the last two axes exchanged: (B, H, d, T) instead of (B, H, T, d)"});
  got_.shape = expected_.shape;
  EXPECT_EQ(
      patterns(),
      Sentences{"the numbers are right, but lie in the order of axes (B, H, d, T) instead of (B, H, T, d)"});
}

TEST(PatternToolsTest, ATransposeNeedNotBeMadeToBeCompared) {
  const Array array{{2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  const std::vector<std::size_t> order{2, 0, 1};
  Array other = transposed(array, order);
  EXPECT_EQ(other, (Array{{2, 2, 3}, {1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12}}));
  EXPECT_EQ(transposed_shape(array.shape, order), other.shape);
  EXPECT_TRUE(same_numbers_transposed(array, order, other, kExact));
  EXPECT_FALSE(same_numbers_transposed(array, {0, 1, 2}, other, kExact));
  other.data.back() += 1;
  EXPECT_FALSE(same_numbers_transposed(array, order, other, kExact));
  other.data.pop_back();
  EXPECT_FALSE(same_numbers_transposed(array, order, other, kExact));
}

TEST_F(PatternsTest, NumbersAxesWithoutLetters) {
  expected_ = random({3, 4}, 2);
  got_ = transposed(expected_, {1, 0});
  EXPECT_EQ(patterns(),
            Sentences{"the values are right, with the last two axes exchanged: (1, 0) instead of (0, 1)"});
}

TEST_F(PatternsTest, SeesAnInput) {
  got_ = input_;
  EXPECT_EQ(patterns(), Sentences{"the result is 'x' unchanged"});
  got_.shape = expected_.shape;
  EXPECT_EQ(patterns(),
            Sentences{"the result holds the numbers of 'x' in the order in which they lie there"});
}

TEST_F(PatternsTest, SeesAFactor) {
  each([](double v) { return v / std::sqrt(3.0); });
  EXPECT_EQ(patterns(), Sentences{"every value is 0.57735 times the expected one"});
  got_ = expected_;
  each([](double v) { return -v; });
  EXPECT_EQ(patterns(), Sentences{"every value has the wrong sign"});
}

TEST_F(PatternsTest, SeesAConstant) {
  each([](double v) { return v + 0.5; });
  EXPECT_EQ(patterns(), Sentences{"every value is 0.5 too large"});
  each([](double v) { return v - 1; });
  EXPECT_EQ(patterns(), Sentences{"every value is 0.5 too small"});
}

TEST_F(PatternsTest, SeesAnInputAdded) {
  input_ = random(expected_.shape, 5);
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] += input_.data[i];
  EXPECT_EQ(patterns(), Sentences{"the result is too large by exactly 'x'"});
}

TEST_F(PatternsTest, SeesTheSameDifferenceInEveryToken) {
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] += 0.1 * static_cast<double>(i % 5 + 1);
  EXPECT_EQ(patterns(), Sentences{"every token is off by the same numbers"});
}

TEST_F(PatternsTest, TakesAFactorOfNearlyOneForFewDigits) {
  each([](double v) { return v * (1 - 3e-9); });
  EXPECT_EQ(patterns(), Sentences{"only about 8 digits are right, as many as a float holds"});
}

TEST_F(PatternsTest, SeesCutDecimals) {
  each([](double v) { return std::round(v * 1000) / 1000; });
  EXPECT_EQ(patterns(), Sentences{"the values are rounded to 3 decimals"});
  got_ = expected_;
  each([](double v) { return std::trunc(v * 10) / 10; });
  EXPECT_EQ(patterns(), Sentences{"the values are cut to 1 decimal"});
  each([](double v) { return v * 20; });
  expected_ = got_;
  for (double& value : expected_.data) value += 0.75;
  EXPECT_EQ(patterns(), Sentences{"every value is 0.75 too small"});
  for (std::size_t i = 0; i < expected_.data.size(); ++i) expected_.data[i] += 0.001 * static_cast<double>(i);
  EXPECT_EQ(patterns(), Sentences{"the values are cut to whole numbers"});
}

TEST_F(PatternsTest, SeesFloats) {
  each([](double v) { return static_cast<double>(static_cast<float>(v)); });
  EXPECT_EQ(patterns(), Sentences{"only about 7 digits are right, as many as a float holds"});
  got_ = expected_;
  each([](double v) { return v + 1e-10 * std::sin(1e6 * v); });
  EXPECT_EQ(patterns(), Sentences{"only about 9 digits are right"});
}

TEST_F(PatternsTest, SeesPositionsInAnotherOrder) {
  const std::vector<int> order{2, 0, 1};
  for (std::int64_t b = 0; b < 2; ++b)
    for (std::int64_t h = 0; h < 3; ++h)
      for (std::int64_t k = 0; k < 20; ++k)
        got_.data[static_cast<std::size_t>((b * 3 + h) * 20 + k)] =
            expected_.data[static_cast<std::size_t>((b * 3 + order[static_cast<std::size_t>(h)]) * 20 + k)];
  EXPECT_EQ(patterns(), Sentences{"the heads are right, but in the order 2, 0, 1"});
}

TEST_F(PatternsTest, SeesAMove) {
  const Array before = expected_;
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] = i / 5 % 4 == 0 ? 7 : before.data[i - 5];
  EXPECT_EQ(patterns(), Sentences{"each token holds what is expected of the token before it"});
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] = i / 5 % 4 == 3 ? 7 : before.data[i + 5];
  EXPECT_EQ(patterns(), Sentences{"each token holds what is expected of the token after it"});
}

TEST_F(PatternsTest, SeesTheSameInEveryHead) {
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] = expected_.data[i / 60 * 60 + i % 20];
  EXPECT_EQ(patterns(), (Sentences{"every head holds what is expected of head 0",
                                   "only the first head of every text is right"}));
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] = input_.data[i / 60 * 20 + i % 20];
  EXPECT_EQ(patterns(), Sentences{"every head holds the same numbers"});
}

TEST_F(PatternsTest, SeesEmptyPositions) {
  for (std::size_t i = 60; i < got_.data.size(); ++i) got_.data[i] = 0;
  EXPECT_EQ(patterns(), (Sentences{"text 1 is all zeros", "only the first text is right"}));
  got_ = expected_;
  for (int b = 0; b < 2; ++b)
    for (int t = 0; t < 4; ++t)
      for (int i = 0; i < 5; ++i) at(b, 2, t, i) = 0;
  EXPECT_EQ(patterns(),
            (Sentences{"head 2 of every text is all zeros", "only the last head of every text is wrong"}));
}

TEST_F(PatternsTest, SaysWhichPositionsAreWrong) {
  struct {
    bool (*hit)(std::int64_t b, std::int64_t h, std::int64_t t);
    Sentences sentences;
  } const rows[] = {
      {[](auto, auto, auto t) { return t > 0; }, {"only the first token of every text is right"}},
      {[](auto, auto, auto t) { return t < 3; }, {"only the last token of every text is right"}},
      {[](auto, auto, auto t) { return t != 2; }, {"only token 2 of every text is right"}},
      {[](auto, auto, auto t) { return t == 2; }, {"only token 2 of every text is wrong"}},
      {[](auto, auto, auto t) { return t > 1; }, {"tokens 2, 3 of every text are wrong, the others right"}},
      {[](auto b, auto, auto) { return b == 1; }, {"only the first text is right"}},
      {[](auto, auto h, auto) { return h == 0; }, {"only the first head of every text is wrong"}},
      {[](auto, auto h, auto) { return h == 1; }, {"only head 1 of every text is wrong"}},
      {[](auto b, auto h, auto t) { return b == 1 && h == 2 && t == 3; },
       {"only the first text is right; only the last head of every text is wrong; "
        "only the last token of every text is wrong"}},
  };
  for (const auto& r : rows) {
    got_ = expected_;
    spoil(r.hit);
    EXPECT_EQ(patterns(), r.sentences);
  }
}

TEST_F(PatternsTest, CountsLongListsOfPositions) {
  expected_ = random({1, 1, 20, 2}, 3);
  got_ = expected_;
  for (std::size_t i = 0; i < 20; ++i)
    got_.data[2 * i] += i % 2 == 0 ? 3 + std::sin(static_cast<double>(i)) : 0;
  EXPECT_EQ(patterns(), Sentences{"10 of 20 tokens are right"});
}

TEST_F(PatternsTest, SeesTheSameValuesShuffled) {
  for (std::size_t i = 0; i < got_.data.size(); ++i) got_.data[i] = expected_.data[i * 37 % 120];
  EXPECT_EQ(patterns(), (Sentences{"the values are the expected ones, in another order"}));
}

TEST_F(PatternsTest, ReadsTooMuchIntoNothingSmall) {
  expected_ = {{1, 1, 1, 2}, {1, 2}};
  got_ = {{1, 1, 1, 2}, {3, 5}};
  EXPECT_EQ(patterns(), Sentences{});
}

TEST_F(PatternsTest, NeverSpeaksOfARightResult) {
  const std::vector<Value> arguments{input_};  // outlives what points into it
  const Wrong wrong =
      make_wrong(expected_, expected_, Tolerance{}, manifest_.functions[0], arguments, manifest_);
  for (const Pattern& pattern : all_patterns()) EXPECT_EQ(pattern.find(wrong), "") << pattern.name;
}

}  // namespace
}  // namespace grader

#include "grader/judge/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grader/judge/testing.h"

namespace grader {
namespace {

using testing::counting;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();

Array row(std::vector<double> data) {
  const auto size = static_cast<std::int64_t>(data.size());
  return {.shape = {size}, .data = std::move(data)};
}

TEST(CompareTest, JudgesOneNumber) {
  struct {
    double expected;
    double got;
    double atol;
    double rtol;
    bool fits;
  } const rows[] = {
      {1, 1, 0, 0, true},
      {1, 1 + 1e-15, 0, 0, false},
      {0.0, -0.0, 0, 0, true},
      {kDenormal, kDenormal, 0, 0, true},
      {kDenormal, 0, 0, 0, false},
      {0, kDenormal, 0, 0, false},
      {100, 101, 1, 0, true},
      {100, 101.0000001, 1, 0, false},
      {100, 101, 0, 0.01, true},
      {-100, -99, 0, 0.01, true},
      {100, 101.5, 0.5, 0.01, true},
      {kNan, kNan, 0, 0, true},
      {kNan, 1, 1e300, 1, false},
      {1, kNan, 1e300, 1, false},
      {kInf, kInf, 0, 0, true},
      {-kInf, -kInf, 0, 0, true},
      {kInf, -kInf, 1, 1, false},
      {kInf, 1e308, 1, 1, false},
      {1e308, kInf, 1, 1, false},
      {kInf, kNan, 1, 1, false},
      {kNan, kInf, 1, 1, false},
      {1, 2, kNan, 0, false},
  };
  for (const auto& r : rows)
    EXPECT_EQ(fits(r.expected, r.got, r.atol, r.rtol), r.fits)
        << r.expected << " " << r.got << " " << r.atol << " " << r.rtol;
}

TEST(CompareTest, TakesTheToleranceFromTheLargestFiniteValue) {
  const Tolerance tolerance{.rtol = 0, .atol = {}, .atol_scale = 0.01};
  EXPECT_EQ(absolute_tolerance(tolerance, {1, -200, kInf, kNan}), 2);
  EXPECT_EQ(absolute_tolerance(tolerance, {kNan, -kInf}), 0);
  EXPECT_EQ(absolute_tolerance(tolerance, {}), 0);
  EXPECT_EQ(absolute_tolerance({.rtol = 0, .atol = 5.0, .atol_scale = 0.01}, {1000}), 5);
}

TEST(CompareTest, NamesTheFirstDifference) {
  const Array expected = counting({2, 3, 4});
  Array got = expected;
  got.data[7] = 70;
  got.data[20] = -1;
  const Comparison c = compare(expected, got, kExact);
  EXPECT_EQ(c.match, Match::kWrongValues);
  EXPECT_EQ(c.message, "2 of 24 values differ");
  EXPECT_EQ(c.difference.first_index, (std::vector<std::int64_t>{0, 1, 3}));
  EXPECT_EQ(c.difference.expected_value, 7);
  EXPECT_EQ(c.difference.got_value, 70);
  EXPECT_EQ(c.difference.wrong, 2);
  EXPECT_EQ(c.difference.total, 24);
  EXPECT_EQ(c.difference.max_error, 63);
  EXPECT_TRUE(std::isinf(c.difference.max_tolerance_used));
  ASSERT_TRUE(c.difference.expected && c.difference.got);
  EXPECT_EQ(*c.difference.got, got);
  EXPECT_EQ(c.difference.wrong_at, (std::vector<std::int64_t>{7, 20}));
}

TEST(CompareTest, SaysHowNearARightResultCame) {
  const Tolerance tolerance{.rtol = 0, .atol = 2.0, .atol_scale = 0};
  const Comparison c = compare(row({1, 2, 3}), row({1, 2.5, 3}), tolerance);
  EXPECT_EQ(c.match, Match::kSame);
  EXPECT_EQ(c.message, "");
  EXPECT_EQ(c.difference.max_tolerance_used, 0.25);
  EXPECT_EQ(c.difference.max_error, 0.5);
  EXPECT_FALSE(c.difference.expected || c.difference.got);
}

TEST(CompareTest, LeavesWhatIsNotFiniteOutOfTheFigures) {
  const Comparison c = compare(row({kNan, kInf, 1}), row({kNan, 5, 1}), Tolerance{});
  EXPECT_EQ(c.match, Match::kWrongValues);
  EXPECT_EQ(c.difference.max_error, 0);
  EXPECT_EQ(c.difference.max_tolerance_used, 0);
  EXPECT_EQ(c.difference.first_index, std::vector<std::int64_t>{1});
}

TEST(CompareTest, TellsShapesApart) {
  struct {
    Shape expected;
    Shape got;
    std::string message;
  } const rows[] = {
      {{2, 4, 5, 3}, {2, 5, 4, 3}, "expected shape (2, 4, 5, 3), got (2, 5, 4, 3)"},
      {{6}, {2, 3}, "expected shape (6,), got (2, 3)"},
      {{}, {1}, "expected shape (), got (1,)"},
      {{0, 3}, {3, 0}, "expected shape (0, 3), got (3, 0)"},
  };
  for (const auto& r : rows) {
    const Comparison c = compare(counting(r.expected), counting(r.got), Tolerance{});
    EXPECT_EQ(c.match, Match::kWrongShape);
    EXPECT_EQ(c.message, r.message);
    EXPECT_EQ(c.difference.got_shape, r.got);
    EXPECT_TRUE(c.difference.first_index.empty());
  }
  EXPECT_EQ(compare(counting({0, 3}), counting({0, 3}), Tolerance{}).match, Match::kSame);
}

TEST(CompareTest, KeepsSmallTensorsOnly) {
  const Array large = counting({kShownNumbers + 1});
  Array other = large;
  other.data[0] = 9;
  EXPECT_FALSE(compare(large, other, kExact).difference.expected);
  EXPECT_TRUE(compare(counting({3}), counting({4}), kExact).difference.got);
}

TEST(CompareTest, JudgesOtherTypes) {
  constexpr std::int64_t kLarge = (std::int64_t{1} << 60) + 1;
  const NamedArrays params{{"a", row({1, 2})}, {"b", row({3})}};
  const NamedArrays swapped{{"b", row({3})}, {"a", row({1, 2})}};
  const NamedArrays wrong{{"a", row({1, 2})}, {"b", row({4})}};
  const NamedArrays fewer{{"a", row({1, 2})}};
  const NamedArrays other{{"a", row({1, 2})}, {"c", row({3})}};
  struct {
    Value expected;
    Value got;
    Match match;
    std::string message;
  } const rows[] = {
      {std::int64_t{3}, std::int64_t{3}, Match::kSame, ""},
      {std::int64_t{3}, std::int64_t{4}, Match::kWrongValues, "expected 3, got 4"},
      {kLarge, kLarge - 1, Match::kWrongValues, "expected 1152921504606846977, got 1152921504606846976"},
      {0.5, 0.5, Match::kSame, ""},
      {0.5, 0.50000000001, Match::kSame, ""},
      {0.5, 0.6, Match::kWrongValues, "expected 0.5, got 0.6"},
      {kNan, kNan, Match::kSame, ""},
      {true, true, Match::kSame, ""},
      {true, false, Match::kWrongValues, "expected true, got false"},
      {std::string("a"), std::string("a"), Match::kSame, ""},
      {std::string("a"), std::string("\x1b[2J"), Match::kWrongValues, "expected \"a\", got \"\\x1B[2J\""},
      {std::int64_t{1}, 1.0, Match::kWrongType, "expected int, got double"},
      {row({1}), std::string("x"), Match::kWrongType, "expected Tensor, got string"},
      {params, params, Match::kSame, ""},
      {params, swapped, Match::kSame, ""},
      {params, wrong, Match::kWrongValues, "1 of 1 values differ"},
      {params, fewer, Match::kWrongType, "expected params 'a', 'b', got 'a'"},
      {params, other, Match::kWrongType, "expected params 'a', 'b', got 'a', 'c'"},
      {NamedArrays{}, fewer, Match::kWrongType, "expected params nothing, got 'a'"},
  };
  for (const auto& r : rows) {
    const Tolerance tolerance{.rtol = 1e-9, .atol = {}, .atol_scale = 1e-9};
    const Comparison c = compare(r.expected, r.got, tolerance);
    EXPECT_EQ(c.match, r.match) << r.message;
    EXPECT_EQ(c.message, r.message);
  }
  EXPECT_EQ(compare(params, wrong, kExact).entry, "b");
}

TEST(CompareTest, ComparesBits) {
  EXPECT_EQ(compare_bits(row({kNan, 1}), row({kNan, 1})).match, Match::kSame);
  EXPECT_EQ(compare_bits(row({kInf, 1}), row({kInf, std::nextafter(1, 2)})).match, Match::kWrongValues);
  EXPECT_EQ(compare_bits(row({0.0}), row({-0.0})).match, Match::kWrongValues);
  EXPECT_EQ(compare_bits(row({kNan}), row({-kNan})).match, Match::kWrongValues);
}

}  // namespace
}  // namespace grader

#include "grader/diagnose/sketch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grader/judge/testing.h"
#include "grader/model/uniform.h"

namespace grader {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Case forward_case(const Tolerance& tolerance = {}) {
  Case a_case = testing::make_case("forward", testing::kForward, CaseKind::kValues, {});
  a_case.steps[0].tolerance = tolerance;
  return a_case;
}

Array numbers(const Shape& shape, double size = 1) {
  return {shape, uniform(7, static_cast<std::size_t>(element_count(shape)), -size, size)};
}

bool same(const Case& a_case, const RunOutcome& fresh, const RunOutcome& kept) {
  return same_sketch(make_sketch(a_case, fresh), make_sketch(a_case, kept));
}

bool same_arrays(const Array& fresh, const Array& kept, const Tolerance& tolerance = {}) {
  return same(forward_case(tolerance), testing::answered({fresh}), testing::answered({kept}));
}

TEST(SketchTest, TakesRoundingForTheSame) {
  const Array kept = numbers({2, 5, 12});
  Array fresh = kept;
  for (double& value : fresh.data) value *= 1 + 3e-12;
  EXPECT_TRUE(same_arrays(fresh, kept));
}

TEST(SketchTest, SeesOneNumberBeyondTheTolerance) {
  const Array kept = numbers({2, 5, 12});
  for (const std::size_t at : {0U, 59U, 119U}) {
    Array fresh = kept;
    fresh.data[at] += 1e-6;
    EXPECT_FALSE(same_arrays(fresh, kept)) << at;
  }
}

TEST(SketchTest, SeesTwoNumbersExchanged) {
  const Array kept = numbers({4, 6});
  Array fresh = kept;
  std::swap(fresh.data[3], fresh.data[17]);
  EXPECT_FALSE(same_arrays(fresh, kept));
}

TEST(SketchTest, SeesAnotherShapeOfTheSameNumbers) {
  EXPECT_FALSE(same_arrays(numbers({4, 6}), numbers({6, 4})));
}

TEST(SketchTest, HoldsLargeAndSmallNumbersApart) {
  for (const double size : {8e307, 1e-300}) {
    const Array kept = numbers({2, 8}, size);
    Array fresh = kept;
    EXPECT_TRUE(same_arrays(fresh, kept)) << size;
    fresh.data[5] *= 1.001;
    EXPECT_FALSE(same_arrays(fresh, kept)) << size;
  }
}

TEST(SketchTest, ComparesNonFiniteNumbersByTheirPlaces) {
  Array kept = numbers({2, 3});
  kept.data[1] = kNan;
  kept.data[4] = kInf;
  Array fresh = kept;
  EXPECT_TRUE(same_arrays(fresh, kept));
  fresh.data[4] = -kInf;
  EXPECT_FALSE(same_arrays(fresh, kept));
  fresh.data[4] = kNan;
  EXPECT_FALSE(same_arrays(fresh, kept));
  fresh.data[4] = 0;
  EXPECT_FALSE(same_arrays(fresh, kept));
}

TEST(SketchTest, ComparesExactCasesBitByBitButForZeros) {
  Array kept{.shape = {3}, .data = {0.0, 1.0, kNan}};
  EXPECT_TRUE(same_arrays({{3}, {-0.0, 1.0, -kNan}}, kept, kExact));
  EXPECT_FALSE(same_arrays({{3}, {0.0, std::nextafter(1.0, 2.0), kNan}}, kept, kExact));
}

TEST(SketchTest, TellsExceptionsApart) {
  struct {
    Thrown fresh;
    Thrown kept;
    bool same;
  } const kRows[] = {
      {{"std::runtime_error", {}, "one text", 0}, {"std::runtime_error", {}, "another", 0}, true},
      {{"std::runtime_error", {}, "", 0}, {"std::logic_error", {}, "", 0}, false},
      {{"kit::ShapeError", {}, "matmul: shapes (2, 3) and (4, 5)", 9},
       {"kit::ShapeError", {}, "matmul: shapes (2, 3) and (4, 5)", 31},
       true},
      {{"kit::ShapeError", {}, "matmul: shapes (2, 3) and (4, 5)", 9},
       {"kit::ShapeError", {}, "matmul: shapes (2, 3) and (5, 4)", 9},
       false},
      {{"kit::OutOfRange", {}, "no parameter is named 'WQ', there are 'Wq'", 9},
       {"kit::OutOfRange", {}, "no parameter is named 'w_q', there are 'Wq'", 9},
       true},
      {{"kit::OutOfRange", {}, "no parameter is named 'WQ', there are 'Wq'", 9},
       {"kit::OutOfRange", {}, "index 4 is out of range for axis 1 of size 4", 9},
       false},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(same(forward_case(), testing::threw(row.fresh), testing::threw(row.kept)), row.same)
        << row.fresh.message << " / " << row.kept.message;
}

TEST(SketchTest, TellsEndingsApart) {
  const RunOutcome division = testing::ended(Ended::How::kSignalled, 8);
  EXPECT_TRUE(same(forward_case(), division, division));
  EXPECT_FALSE(same(forward_case(), division, testing::ended(Ended::How::kSignalled, 11)));
  EXPECT_FALSE(same(forward_case(), division, testing::ended(Ended::How::kTimeLimit)));
  EXPECT_FALSE(same(forward_case(), division, testing::answered({numbers({2})})));
}

TEST(SketchTest, CountsAllCallsAndArguments) {
  const Array first = numbers({2, 2});
  RunOutcome kept = testing::answered({first, first});
  EXPECT_FALSE(same(forward_case(), testing::answered({first}), kept));
  RunOutcome fresh = kept;
  fresh.answers[1].arguments_after = {Value(std::int64_t{3})};
  EXPECT_FALSE(same(forward_case(), fresh, kept));
  kept.answers[1].arguments_after = {Value(std::int64_t{3})};
  EXPECT_TRUE(same(forward_case(), fresh, kept));
}

}  // namespace
}  // namespace grader

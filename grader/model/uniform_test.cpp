#include "grader/model/uniform.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

// The C++ standard fixes the 10000th draw of the default seed.
TEST(UniformTest, IsTheTop53BitsOfTheTwister) {
  const auto numbers = uniform(5489, 10000, 0.0, 1.0);
  EXPECT_EQ(numbers.back(), static_cast<double>(9981545732273789042ULL >> 11U) * 0x1p-53);
}

TEST(UniformTest, ScalesToTheRange) {
  const auto unit = uniform(3, 5, 0.0, 1.0);
  const auto scaled = uniform(3, 5, -2.0, 6.0);
  for (std::size_t i = 0; i < unit.size(); ++i) EXPECT_EQ(scaled[i], -2.0 + 8.0 * unit[i]);
}

TEST(UniformTest, DependsOnTheSeed) {
  EXPECT_NE(uniform(1, 4, 0, 1), uniform(2, 4, 0, 1));
}

TEST(UniformTest, GivesNothingForNothing) {
  EXPECT_TRUE(uniform(1, 0, 0, 1).empty());
}

}  // namespace
}  // namespace grader

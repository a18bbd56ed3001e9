// Tests of ==, to_string and <<.
#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <utility>

#include "kit/counted.h"
#include "kit/tensor.h"

namespace kit {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(PrintTest, EqualsLikeArrayEqual) {
  EXPECT_TRUE(counted({2, 2}) == counted({2, 2}));
  EXPECT_FALSE(counted({2, 2}) == counted({4}));
  EXPECT_TRUE(counted({2, 2}) != full({2, 2}, 0));
  EXPECT_TRUE(full({1}, -0.0) == zeros({1}));
  EXPECT_TRUE(full({1}, kInf) == full({1}, kInf));
  const Tensor nan = full({1}, kNan);
  EXPECT_FALSE(nan == nan);
}

TEST(PrintTest, PrintsNestedLists) {
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

TEST(PrintTest, CutsLargeTensorsInTheMiddle) {
  EXPECT_EQ(to_string(arange(1000)), "[  0,   1,   2, ..., 997, 998, 999] (1000)");
  EXPECT_EQ(to_string(counted({2, 1000}).slice(1, 0, 300)),
            "[[   0,    1,    2, ...,  297,  298,  299],\n"
            " [1000, 1001, 1002, ..., 1297, 1298, 1299]] (2, 300)");
  EXPECT_EQ(to_string(zeros(Shape(12, 3))), "[...] (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)");
}

}  // namespace
}  // namespace kit

#include "grader/cases/input_rules.h"

#include <gtest/gtest.h>

#include <vector>

namespace grader {
namespace {

TEST(InputRulesTest, CountsInRowMajorOrder) {
  EXPECT_EQ(arange({2, 3}, 0, 1), (Array{{2, 3}, {0, 1, 2, 3, 4, 5}}));
  EXPECT_EQ(arange({4}, -1, 0.5), (Array{{4}, {-1, -0.5, 0, 0.5}}));
  EXPECT_EQ(arange({0, 3}, 7, 1), (Array{{0, 3}, {}}));
}

TEST(InputRulesTest, MultipliesAndDoesNotAddUp) {
  const Array array = arange({4}, 0, 0.1);
  EXPECT_EQ(array.data[3], 3 * 0.1);  // 0.30000000000000004
  EXPECT_NE(array.data[3], 0.3);
  EXPECT_EQ(arange({11}, 1, 0.1).data[10], 2.0);  // ten additions of 0.1 give 2.000000000000001
}

TEST(InputRulesTest, MakesTheIdentity) {
  EXPECT_EQ(eye(2), (Array{{2, 2}, {1, 0, 0, 1}}));
}

TEST(InputRulesTest, Fills) {
  EXPECT_EQ(full({2, 1}, -0.5), (Array{{2, 1}, {-0.5, -0.5}}));
}

// The numbers were made by a second implementation, written in Python from the words of cases/README.md.
TEST(InputRulesTest, DrawsTheNumbersOfTheWrittenRule) {
  EXPECT_EQ(uniform_array({5}, 1, -1, 1).data,
            (std::vector<double>{-0.7322467119749347, -0.7271859272676056, -0.09757019231092379,
                                 -0.957951543166546, -0.2982037724341611}));
  EXPECT_EQ(uniform_array({3}, 7, 0, 1).data,
            (std::vector<double>{0.754385304152858, 0.9493012028926442, 0.11741428103451801}));
}

TEST(InputRulesTest, GivesUniformNumbersTheirShape) {
  const Array array = uniform_array({2, 3}, 7, 0, 1);
  EXPECT_EQ(array.shape, (Shape{2, 3}));
  EXPECT_EQ(array.data.size(), 6U);
  EXPECT_EQ(array.data[2], 0.11741428103451801);
}

}  // namespace
}  // namespace grader

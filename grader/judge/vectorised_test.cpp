#include "grader/judge/vectorised.h"

#include <gtest/gtest.h>

#include "grader/judge/testing.h"

namespace grader {
namespace {

// Calls 0 to 2 grow B = 2, 3, 5; calls 3 to 5 grow H = 2, 3, 5.
std::vector<GrowthStep> steps() {
  std::vector<GrowthStep> all;
  for (const auto* letter : {"B", "H"})
    for (const std::int64_t size : {2, 3, 5}) all.push_back({letter, size, {}});
  return all;
}

// One operation on one line with its counts in the six calls.
std::vector<Operation> counts(const std::string& name, int line, const std::vector<std::int64_t>& each) {
  std::vector<Operation> all;
  for (std::size_t call = 0; call < each.size(); ++call) {
    Operation operation;
    operation.name = name;
    operation.line = line;
    operation.count = each[call];
    operation.call = static_cast<int>(call);
    if (each[call] != 0) all.push_back(operation);
  }
  return all;
}

std::vector<Operation> operator+(std::vector<Operation> a, const std::vector<Operation>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::optional<Finding> judge(const std::vector<Operation>& operations) {
  return judge_growth(steps(), operations, testing::manifest());
}

using Lines = std::vector<std::string>;

TEST(VectorisedTest, AcceptsEqualCounts) {
  EXPECT_FALSE(judge({}));
  EXPECT_FALSE(judge(counts("matmul", 3, {1, 1, 1, 1, 1, 1})));
  EXPECT_FALSE(judge(counts("matmul", 3, {900, 900, 900, 900, 900, 900})));
}

TEST(VectorisedTest, AcceptsCountsThatOnlySometimesGrow) {
  EXPECT_FALSE(judge(counts("slice", 3, {1, 1, 2, 2, 2, 1})));
  EXPECT_FALSE(judge(counts("slice", 3, {3, 2, 1, 1, 2, 2})));
}

TEST(VectorisedTest, NamesTheLineAndTheCounts) {
  const auto found = judge(counts("element access", 31, {96, 96, 96, 96, 144, 240}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Verdict::kNotVectorised);
  EXPECT_EQ(found->message, "a loop over heads (H): the number of operations grows with their number");
  EXPECT_EQ(found->details,
            Lines{"solution.h:31: element access 96 times with H = 2, 144 with H = 3, 240 with H = 5"});
}

TEST(VectorisedTest, NamesBothLetters) {
  const auto found = judge(counts("slice", 7, {2, 3, 5, 2, 2, 2}) + counts("concat", 9, {1, 1, 1, 1, 2, 4}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->message,
            "a loop over texts (B) and over heads (H): the number of operations grows with their number");
  EXPECT_EQ(found->details, (Lines{"solution.h:7: slice 2 times with B = 2, 3 with B = 3, 5 with B = 5",
                                   "solution.h:9: concat 1 times with H = 2, 2 with H = 3, 4 with H = 5"}));
}

TEST(VectorisedTest, SeesALineThatFirstStandsStill) {
  const auto found = judge(counts("slice", 7, {0, 0, 0, 0, 1, 2}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->details, Lines{"solution.h:7: slice 0 times with H = 2, 1 with H = 3, 2 with H = 5"});
}

TEST(VectorisedTest, SeesAVersionWrittenOutForEachNumberOfHeads) {
  const auto found = judge(counts("slice", 10, {2, 2, 2, 2, 0, 0}) + counts("slice", 20, {0, 0, 0, 0, 3, 0}) +
                           counts("slice", 30, {0, 0, 0, 0, 0, 5}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->details,
            Lines{"all lines together: slice 2 times with H = 2, 3 with H = 3, 5 with H = 5"});
}

TEST(VectorisedTest, SeesAChangeOfOperation) {
  const auto found =
      judge(counts("slice", 10, {2, 2, 2, 2, 0, 0}) + counts("concat", 20, {0, 0, 0, 0, 3, 0}) +
            counts("reshape", 30, {0, 0, 0, 0, 0, 5}));
  ASSERT_TRUE(found);
  EXPECT_EQ(
      found->details,
      Lines{"all lines together: operations of any kind 2 times with H = 2, 3 with H = 3, 5 with H = 5"});
}

TEST(VectorisedTest, SaysWhereNoLineIsKnown) {
  const auto found = judge(counts("slice", 0, {1, 1, 1, 1, 2, 3}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->details,
            Lines{"a line that is not known: slice 1 times with H = 2, 2 with H = 3, 3 with H = 5"});
}

TEST(VectorisedTest, ShowsTheLinesThatGrowMost) {
  std::vector<Operation> operations;
  for (int line = 1; line <= 6; ++line)
    operations = operations + counts("slice", line, {1, 1, 1, 1, 2, 2 + line});
  const auto found = judge(operations);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->details.size(), 5U);
  EXPECT_EQ(found->details[0], "solution.h:6: slice 1 times with H = 2, 2 with H = 3, 8 with H = 5");
  EXPECT_EQ(found->details[4], "and 2 more");
}

TEST(VectorisedTest, IsNotMisledByMadeUpCounts) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(judge(counts("slice", 1, {most, most, most, most, most, most}) +
                     counts("slice", 2, {most, most, most, most, most, most})));
  EXPECT_FALSE(judge(counts("slice", 1, {-5, -4, -3, -5, -4, -3})));
  auto far = counts("slice", 1, {1});
  far[0].call = 77;
  EXPECT_FALSE(judge(far));
}

TEST(VectorisedTest, ReadsSizesInGrowingOrder) {
  std::vector<GrowthStep> all{{"H", 5, {}}, {"H", 2, {}}};
  const auto found = judge_growth(all, counts("slice", 1, {5, 2}), testing::manifest());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->details, Lines{"solution.h:1: slice 2 times with H = 2, 5 with H = 5"});
  all = {{"Q", 1, {}}, {"Q", 2, {}}};
  EXPECT_EQ(judge_growth(all, counts("slice", 1, {1, 2}), testing::manifest())->message,
            "a loop over Q: the number of operations grows with their number");
}

}  // namespace
}  // namespace grader

#include "grader/diagnose/sibling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "grader/cases/case_loader.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

using testing::kForward;
using testing::kMerge;
using testing::kSplit;

const Array& tensor(const Case& a_case, std::size_t argument = 0) {
  return std::get<Array>(a_case.steps.at(0).arguments.at(argument));
}

std::int64_t heads(const Case& a_case) {
  return std::get<std::int64_t>(a_case.steps.at(0).arguments.back());
}

std::vector<Case> candidates(int function, CaseKind kind, const std::string& throws = "",
                             Fill fill = Fill::kPlain) {
  return sibling_candidates({.function = function, .kind = kind, .throws = throws}, fill,
                            testing::manifest());
}

TEST(SiblingTest, TriesTheSmallestCallsFirst) {
  const auto found = candidates(kSplit, CaseKind::kValues);
  ASSERT_EQ(found.size(), 200U);
  EXPECT_EQ(tensor(found[0]).shape, (Shape{1, 1, 1}));
  EXPECT_EQ(heads(found[0]), 1);
  for (std::size_t i = 1; i < found.size(); ++i)
    EXPECT_LE(tensor(found[i - 1]).data.size(), tensor(found[i]).data.size());
}

TEST(SiblingTest, MakesCallsWhoseSizesAgree) {
  for (const Case& one : candidates(kForward, CaseKind::kValues)) {
    const std::int64_t D = tensor(one).shape[2];
    EXPECT_EQ(D % heads(one), 0);
    for (const auto& [name, weight] : std::get<NamedArrays>(one.steps[0].arguments[1]))
      EXPECT_EQ(weight.shape, (Shape{D, D})) << name;
  }
}

TEST(SiblingTest, TriesEveryCombinationOfSizes) {
  std::set<Shape> shapes;
  for (const Case& one : candidates(kMerge, CaseKind::kValues)) shapes.insert(tensor(one).shape);
  for (const Shape& shape : {Shape{1, 1, 5, 1}, Shape{2, 3, 1, 5}, Shape{3, 2, 5, 2}})
    EXPECT_TRUE(shapes.contains(shape));
}

TEST(SiblingTest, TriesNumbersOfHeadsThatDoNotFit) {
  std::set<std::pair<std::int64_t, std::int64_t>> tried;  // D, n_heads
  for (const Case& one : candidates(kSplit, CaseKind::kThrows, "std::invalid_argument")) {
    EXPECT_EQ(one.steps[0].throws, "std::invalid_argument");
    tried.emplace(tensor(one).shape[2], heads(one));
  }
  for (const auto& [D, H] : {std::pair<std::int64_t, std::int64_t>{3, 2}, {2, 3}, {1, 0}, {1, -1}, {2, -2}})
    EXPECT_TRUE(tried.contains({D, H})) << D << " " << H;
}

TEST(SiblingTest, SequencesGrowAndShrinkOneSize) {
  const auto found = candidates(kForward, CaseKind::kSequence);
  bool grows = false;
  bool shrinks = false;
  for (const Case& one : found) {
    ASSERT_EQ(one.steps.size(), 2U);
    const auto tokens = [&](std::size_t step) {
      return std::get<Array>(one.steps[step].arguments[0]).shape[1];
    };
    grows = grows || tokens(1) > tokens(0);
    shrinks = shrinks || tokens(1) < tokens(0);
    EXPECT_NE(one.steps[0].arguments, one.steps[1].arguments);
  }
  EXPECT_TRUE(grows);
  EXPECT_TRUE(shrinks);
}

TEST(SiblingTest, PropertiesHaveNoSizeOfOne) {
  for (const Case& one : candidates(kForward, CaseKind::kCausal))
    EXPECT_GE(*std::min_element(tensor(one).shape.begin(), tensor(one).shape.end()), 2);
}

TEST(SiblingTest, ALoopNeedsNoSibling) {
  EXPECT_TRUE(candidates(kForward, CaseKind::kVectorised).empty());
}

TEST(SiblingTest, FillsWithWhatTheFunctionIsComparedBy) {
  Function function = testing::manifest().functions[kSplit];
  const auto fills = [&] {
    return std::vector<Fill>(sibling_fills(function).begin(), sibling_fills(function).end());
  };
  EXPECT_EQ(fills(), (std::vector<Fill>{Fill::kPlain, Fill::kLarge, Fill::kHuge}));
  function.tolerance = kExact;
  EXPECT_EQ(fills(), (std::vector<Fill>{Fill::kPlain, Fill::kAwkward}));
}

TEST(SiblingTest, NumbersHaveTwoDecimals) {
  for (const Fill fill : {Fill::kPlain, Fill::kLarge, Fill::kHuge}) {
    const auto found = candidates(kSplit, CaseKind::kValues, "", fill);
    for (const double value : tensor(found.back()).data) EXPECT_EQ(value, std::round(value * 100) / 100);
  }
  const auto found = candidates(kSplit, CaseKind::kValues, "", Fill::kAwkward);
  const auto& awkward = tensor(found.back()).data;
  EXPECT_TRUE(std::any_of(awkward.begin(), awkward.end(), [](double value) { return std::isnan(value); }));
}

TEST(SiblingTest, IsACaseFileThatLoads) {
  const Manifest manifest = testing::manifest();
  for (const CaseKind kind :
       {CaseKind::kValues, CaseKind::kThrows, CaseKind::kSequence, CaseKind::kCausal,
        CaseKind::kBatchIndependent, CaseKind::kRepeatable, CaseKind::kLeavesInputsAlone}) {
    const std::string throws = kind == CaseKind::kThrows ? "std::invalid_argument" : "";
    const auto found = candidates(kForward, kind, throws);
    ASSERT_FALSE(found.empty());
    const auto loaded = parse_cases(sibling_yaml(found.back(), manifest), "fresh.yaml", manifest, false);
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    ASSERT_EQ(loaded->size(), 1U);
    const Case& one = loaded->front();
    EXPECT_EQ(one.name, "fresh_mha_forward");
    EXPECT_EQ(one.kind, kind);
    ASSERT_EQ(one.steps.size(), found.back().steps.size());
    for (std::size_t i = 0; i < one.steps.size(); ++i)
      EXPECT_EQ(one.steps[i].arguments, found.back().steps[i].arguments);
  }
}

TEST(SiblingTest, SaysHowToRunIt) {
  Case a_case = candidates(kMerge, CaseKind::kValues)[0];
  a_case.steps[0].arguments = {Array{{1, 2, 1, 1}, {0.5, -1}}};
  a_case.steps[0].expect = Array{{1, 1, 2}, {0.5, -1}};
  EXPECT_EQ(sibling_yaml(a_case, testing::manifest()),
            "# Save this as cases/public/fresh.yaml, then: grader grade solution.h --only fresh_merge_heads\n"
            "function: merge_heads\n"
            "cases:\n"
            "  - name: fresh_merge_heads\n"
            "    why: a fresh case that fails as a hidden one does\n"
            "    args:\n"
            "      x: [[[[0.5]],\n"
            "           [[ -1]]]]\n"
            "    expect: [[[0.5, -1]]]\n");
}

}  // namespace
}  // namespace grader

#include "grader/judge/plan.h"

#include <gtest/gtest.h>

#include "grader/judge/letters.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

using testing::counting;
using testing::kForward;
using testing::kMerge;
using testing::kSplit;
using testing::make_case;

const Array& tensor(const Call& call, std::size_t argument) {
  return std::get<Array>(std::get<Value>(call.arguments.at(argument)));
}
std::int64_t whole(const Call& call, std::size_t argument) {
  return std::get<std::int64_t>(std::get<Value>(call.arguments.at(argument)));
}

Case split_case(CaseKind kind, const Shape& shape = {2, 5, 12}, std::int64_t heads = 4) {
  return make_case("a", kSplit, kind, {counting(shape), heads});
}

TEST(LettersTest, BindsSizesAndSolvesTheDerived) {
  const Manifest m = testing::manifest();
  struct {
    int function;
    std::vector<Value> arguments;
    Sizes sizes;
  } const rows[] = {
      {kSplit, {counting({2, 5, 12}), std::int64_t{4}}, {{"B", 2}, {"T", 5}, {"D", 12}, {"H", 4}, {"d", 3}}},
      {kMerge, {counting({2, 4, 5, 3})}, {{"B", 2}, {"T", 5}, {"D", 12}, {"H", 4}, {"d", 3}}},
      {kSplit, {counting({2, 5, 12}), std::int64_t{5}}, {{"B", 2}, {"T", 5}, {"D", 12}, {"H", 5}}},
      {kSplit, {counting({2, 5, 12}), std::int64_t{0}}, {{"B", 2}, {"T", 5}, {"D", 12}, {"H", 0}}},
      {kSplit, {counting({2, 5, 12}), std::int64_t{-3}}, {{"B", 2}, {"T", 5}, {"D", 12}, {"H", -3}}},
      {kSplit, {counting({2, 5}), std::int64_t{1}}, {{"B", 2}, {"T", 5}, {"H", 1}}},
  };
  for (const auto& r : rows)
    EXPECT_EQ(bind_sizes(m.functions[static_cast<std::size_t>(r.function)], r.arguments, m), r.sizes);
}

TEST(LettersTest, GivesTheSizeOfAnAxis) {
  const Manifest m = testing::manifest();
  const Sizes sizes{{"H", 4}, {"d", 3}};
  EXPECT_EQ(axis_size("H", sizes, m), 4);
  EXPECT_EQ(axis_size("7", sizes, m), 7);
  EXPECT_EQ(axis_size("H*d", sizes, m), 12);
  EXPECT_EQ(axis_size("2 * D", sizes, m), 24);
  EXPECT_EQ(axis_size("Q", sizes, m), std::nullopt);
  EXPECT_EQ(axis_size("H*H", {{"H", std::int64_t{1} << 40}}, m), std::nullopt);
  Manifest circle = m;
  circle.derived = {{"P", "Q"}, {"Q", "P"}};
  EXPECT_EQ(axis_size("P", sizes, circle), std::nullopt);
}

TEST(LettersTest, FindsTheOneAxisOfALetter) {
  EXPECT_EQ(axis_of({"B", "T", "D"}, "T"), 1);
  EXPECT_EQ(axis_of({"T", "T"}, "T"), -1);
  EXPECT_EQ(axis_of({"B"}, "T"), -1);
}

TEST(LettersTest, MakesPlurals) {
  EXPECT_EQ(plural("token", 1), "token");
  EXPECT_EQ(plural("token", 2), "tokens");
  EXPECT_EQ(plural("number of a head", 3), "numbers of a head");
  EXPECT_EQ(noun_at("token", "3"), "token 3");
  EXPECT_EQ(noun_at("numbers of a head", "0 to 2"), "numbers 0 to 2 of a head");
}

TEST(PlanTest, CallsOnceForValuesAndThrows) {
  for (const CaseKind kind : {CaseKind::kValues, CaseKind::kThrows}) {
    const Request request = plan(split_case(kind), testing::manifest());
    ASSERT_EQ(request.calls.size(), 1U);
    EXPECT_EQ(request.calls[0].function, kSplit);
    EXPECT_EQ(tensor(request.calls[0], 0), counting({2, 5, 12}));
    EXPECT_EQ(whole(request.calls[0], 1), 4);
    EXPECT_FALSE(request.return_arguments);
    EXPECT_EQ(request.recording, Recording::kOff);
  }
}

TEST(PlanTest, MakesTheCallsOfASequenceInOneRequest) {
  Case a_case = split_case(CaseKind::kSequence);
  a_case.steps.push_back(split_case(CaseKind::kValues, {1, 2, 4}, 2).steps[0]);
  const Request request = plan(a_case, testing::manifest());
  ASSERT_EQ(request.calls.size(), 2U);
  EXPECT_EQ(tensor(request.calls[1], 0).shape, (Shape{1, 2, 4}));
}

TEST(PlanTest, UndoesEitherFunction) {
  const Manifest m = testing::manifest();
  const Request split = plan(split_case(CaseKind::kRoundTrip), m);
  ASSERT_EQ(split.calls.size(), 2U);
  EXPECT_EQ(split.calls[1].function, kMerge);
  ASSERT_EQ(split.calls[1].arguments.size(), 1U);
  EXPECT_EQ(std::get<ResultOf>(split.calls[1].arguments[0]).call, 0);

  const Request merge = plan(make_case("a", kMerge, CaseKind::kRoundTrip, {counting({2, 4, 5, 3})}), m);
  ASSERT_EQ(merge.calls.size(), 2U);
  EXPECT_EQ(merge.calls[1].function, kSplit);
  ASSERT_EQ(merge.calls[1].arguments.size(), 2U);
  EXPECT_EQ(std::get<ResultOf>(merge.calls[1].arguments[0]).call, 0);
  EXPECT_EQ(whole(merge.calls[1], 1), 4);
  EXPECT_EQ(inverse_of(kForward, m), -1);
}

TEST(PlanTest, ChangesOnlyLaterTokens) {
  const Case a_case = split_case(CaseKind::kCausal);
  const Request request = plan(a_case, testing::manifest());
  EXPECT_EQ(causal_cuts(a_case, testing::manifest()), (std::vector<std::int64_t>{1, 2, 4}));
  ASSERT_EQ(request.calls.size(), 4U);
  const Array original = counting({2, 5, 12});
  const std::vector<std::int64_t> cuts{1, 2, 4};
  for (std::size_t variant = 0; variant < 3; ++variant) {
    const Array& changed = tensor(request.calls[variant + 1], 0);
    ASSERT_EQ(changed.shape, original.shape);
    for (std::size_t i = 0; i < original.data.size(); ++i) {
      const bool later = static_cast<std::int64_t>(i / 12 % 5) >= cuts[variant];
      EXPECT_EQ(changed.data[i] != original.data[i], later) << i;
    }
    EXPECT_EQ(whole(request.calls[variant + 1], 1), 4);
  }
}

TEST(PlanTest, CutsShortSequencesWhereItSaysSomething) {
  struct {
    std::int64_t tokens;
    std::vector<std::int64_t> cuts;
  } const rows[] = {{1, {}}, {2, {1}}, {3, {1, 2}}, {4, {1, 2, 3}}, {100, {1, 50, 99}}};
  for (const auto& r : rows) {
    const Case a_case = split_case(CaseKind::kCausal, {1, r.tokens, 4}, 2);
    EXPECT_EQ(causal_cuts(a_case, testing::manifest()), r.cuts) << r.tokens;
  }
}

TEST(PlanTest, LeavesSquareMasksAlone) {
  Manifest m = testing::manifest();
  m.functions[kSplit].arguments[0].axes = {"T", "T"};
  Case a_case = make_case("a", kSplit, CaseKind::kCausal, {counting({3, 3}), std::int64_t{1}});
  const Request request = plan(a_case, m);
  ASSERT_EQ(request.calls.size(), 3U);
  EXPECT_EQ(tensor(request.calls[2], 0), counting({3, 3}));
}

TEST(PlanTest, CallsEachTextAlone) {
  const Case a_case = split_case(CaseKind::kBatchIndependent, {3, 2, 4}, 2);
  const Request request = plan(a_case, testing::manifest());
  ASSERT_EQ(request.calls.size(), 4U);
  EXPECT_EQ(tensor(request.calls[0], 0).shape, (Shape{3, 2, 4}));
  EXPECT_EQ(tensor(request.calls[2], 0), (Array{{1, 2, 4}, {8, 9, 10, 11, 12, 13, 14, 15}}));
}

TEST(PlanTest, BoundsTheTextsOfALargeBatch) {
  const Case a_case = split_case(CaseKind::kBatchIndependent, {20, 1, 2}, 1);
  EXPECT_EQ(batch_picks(a_case, testing::manifest()), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 19}));
}

TEST(PlanTest, RepeatsTheCall) {
  const Request request = plan(split_case(CaseKind::kRepeatable), testing::manifest());
  ASSERT_EQ(request.calls.size(), 2U);
  EXPECT_EQ(tensor(request.calls[0], 0), tensor(request.calls[1], 0));
}

TEST(PlanTest, AsksForTheArguments) {
  EXPECT_TRUE(plan(split_case(CaseKind::kLeavesInputsAlone), testing::manifest()).return_arguments);
}

TEST(PlanTest, GrowsOneLetterAtATime) {
  const Manifest m = testing::manifest();
  Case a_case = make_case("a", kForward, CaseKind::kVectorised, {});
  a_case.steps.clear();
  const Request request = plan(a_case, m);
  EXPECT_EQ(request.recording, Recording::kCounts);
  const std::vector<Shape> shapes{{2, 4, 6}, {3, 4, 6}, {5, 4, 6}, {2, 4, 6}, {2, 4, 9}, {2, 4, 15}};
  const std::vector<std::int64_t> heads{2, 2, 2, 2, 3, 5};
  ASSERT_EQ(request.calls.size(), shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(tensor(request.calls[i], 0).shape, shapes[i]);
    const auto& params = std::get<NamedArrays>(std::get<Value>(request.calls[i].arguments[1]));
    ASSERT_EQ(params.size(), 4U);
    EXPECT_EQ(params[2].first, "Wq");
    EXPECT_EQ(params[2].second.shape, (Shape{shapes[i][2], shapes[i][2]}));
    EXPECT_NE(params[2].second.data, params[3].second.data);
    EXPECT_EQ(whole(request.calls[i], 2), heads[i]);
  }
}

TEST(PlanTest, SaysWhatGrowsWithoutArguments) {
  const Manifest m = testing::manifest();
  const auto steps = growth_steps(m.functions[kForward], m);
  const auto sizes = growth_sizes(m);
  ASSERT_EQ(sizes.size(), steps.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(sizes[i].letter, steps[i].letter);
    EXPECT_EQ(sizes[i].size, steps[i].size);
    EXPECT_TRUE(sizes[i].arguments.empty());
  }
}

TEST(PlanTest, GivesAVectorisedCaseItsSteps) {
  const Manifest m = testing::manifest();
  Case a_case = make_case("a", kMerge, CaseKind::kVectorised, {});
  a_case.steps.clear();
  complete_case(a_case, m);
  const Request request = plan(a_case, m);
  ASSERT_EQ(a_case.steps.size(), request.calls.size());
  for (std::size_t i = 0; i < request.calls.size(); ++i) {
    EXPECT_EQ(std::get<Array>(a_case.steps[i].arguments[0]), tensor(request.calls[i], 0));
    EXPECT_TRUE(a_case.steps[i].expect_from_reference);
  }
  Case other = split_case(CaseKind::kValues);
  complete_case(other, m);
  EXPECT_EQ(other.steps.size(), 1U);
}

}  // namespace
}  // namespace grader

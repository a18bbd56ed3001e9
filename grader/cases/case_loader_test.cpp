#include "grader/cases/case_loader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "grader/cases/test_manifest.h"

namespace grader {
namespace {

ResultOrErrors<std::vector<Case>> load(const std::string& text) {
  return parse_cases(text, "c", test_manifest(), false);
}

Case only(const std::string& text) {
  const auto cases = load(text);
  EXPECT_TRUE(cases) << to_text(cases.error());
  return cases && cases->size() == 1 ? cases->front() : Case{};
}

std::string errors_of(const std::string& text) {
  const auto cases = load(text);
  return cases ? "none" : to_text(cases.error());
}

// One case of `function` with these lines under its name.
std::string file(const std::string& function, const std::string& lines) {
  return fmt::format("function: {}\ncases:\n  - name: a\n{}", function, lines);
}

std::string errors_of(const std::string& function, const std::string& lines) {
  return errors_of(file(function, lines));
}

TEST(CaseLoaderTest, ReadsAValueCase) {
  const Case a_case = only(R"(function: split
cases:
  - name: worked-example_1
    why: it is so
    points: 2.5
    time_limit_ms: 500
    args:
      x: [[[0, 1, 2, 3], [4, 5, 6, 7]]]
      n: 2
    expect: [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]
)");
  EXPECT_EQ(a_case.name, "worked-example_1");
  EXPECT_EQ(a_case.why, "it is so");
  EXPECT_EQ(a_case.points, 2.5);
  EXPECT_EQ(a_case.time_limit, std::chrono::milliseconds(500));
  EXPECT_EQ(a_case.function, 0);
  EXPECT_EQ(a_case.kind, CaseKind::kValues);
  EXPECT_EQ(a_case.place, (Place{"c", 3, 5}));
  ASSERT_EQ(a_case.steps.size(), 1U);
  const Step& step = a_case.steps[0];
  EXPECT_EQ(step.arguments,
            (std::vector<Value>{Array{{1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}}, std::int64_t{2}}));
  EXPECT_EQ(step.expect, Value(Array{{1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7}}));
  EXPECT_FALSE(step.expect_from_reference);
  EXPECT_EQ(step.tolerance.rtol, 0);  // the function's
  EXPECT_EQ(step.tolerance.atol, 0.0);
}

TEST(CaseLoaderTest, ReadsTensorsInEverySpelling) {
  struct Spelling {
    const char* x;
    Array value;
  };
  const Spelling kSpellings[] = {
      {"[[[1, 2]]]", {{1, 1, 2}, {1, 2}}},
      {"{shape: [1, 2, 1], data: [1, .inf]}", {{1, 2, 1}, {1, HUGE_VAL}}},
      {"{arange: {shape: [1, 1, 3]}}", {{1, 1, 3}, {0, 1, 2}}},
      {"{arange: {shape: [1, 1, 3], start: 5, step: -2}}", {{1, 1, 3}, {5, 3, 1}}},
      {"{full: {shape: [1, 2, 2], value: 0.5}}", {{1, 2, 2}, {0.5, 0.5, 0.5, 0.5}}},
      {"{uniform: {shape: [1, 1, 2], seed: 7}}", {{1, 1, 2}, {0.754385304152858, 0.9493012028926442}}},
      {"{uniform: {shape: [1, 1, 1], seed: 1, low: -1, high: 1}}", {{1, 1, 1}, {-0.7322467119749347}}},
      {"{shape: [0, 2, 1], data: []}", {{0, 2, 1}, {}}},
  };
  for (const Spelling& spelling : kSpellings) {
    const Case a_case = only(file("split", fmt::format("    args: {{x: {}, n: 1}}\n", spelling.x)));
    ASSERT_EQ(a_case.steps.size(), 1U) << spelling.x;
    EXPECT_EQ(a_case.steps[0].arguments[0], Value(spelling.value)) << spelling.x;
  }
}

TEST(CaseLoaderTest, ReadsEveryTypeOfArgument) {
  const Case a_case =
      only(file("mixed", "    args: {mode: 'on', n: -3, scale: 1e-3, flag: true}\n    expect: 2\n"));
  EXPECT_EQ(a_case.steps[0].arguments,
            (std::vector<Value>{0.001, true, std::string("on"), std::int64_t{-3}}));
  EXPECT_EQ(a_case.steps[0].expect, Value(2.0));
}

TEST(CaseLoaderTest, KeepsParamsInTheFilesOrder) {
  const Case a_case = only(file("forward", "    args: {x: [[[1, 2]]], p: {b: [5, 6], W: {eye: 2}}}\n"));
  EXPECT_EQ(a_case.steps[0].arguments[1],
            Value(NamedArrays{{"b", {{2}, {5, 6}}}, {"W", {{2, 2}, {1, 0, 0, 1}}}}));
}

TEST(CaseLoaderTest, LeavesAMissingExpectationToTheReference) {
  const Case a_case = only(file("split", "    args: {x: [[[1, 2]]], n: 1}\n"));
  EXPECT_EQ(a_case.kind, CaseKind::kValues);
  EXPECT_FALSE(a_case.steps[0].expect.has_value());
  EXPECT_TRUE(a_case.steps[0].expect_from_reference);
}

TEST(CaseLoaderTest, LetsACallThatMustThrowBeWrongInAnyWay) {
  const Case a_case = only(file(
      "forward", "    args: {x: [1, 2], p: {W: [[1]], other: [3]}}\n    throws: std::invalid_argument\n"));
  EXPECT_EQ(a_case.kind, CaseKind::kThrows);
  EXPECT_EQ(a_case.steps[0].throws, "std::invalid_argument");
  EXPECT_FALSE(a_case.steps[0].expect_from_reference);
}

TEST(CaseLoaderTest, ReadsASequence) {
  const Case a_case = only(file("split", R"(    sequence:
      - args: {x: [[[1, 2]]], n: 2}
        expect: [[[[1]], [[2]]]]
        tolerance: {rtol: 0.5}
      - args: {x: [[[1, 2]]], n: 3}
        throws: std::invalid_argument
      - args: {x: [[[1, 2], [3, 4]]], n: 2}
)"));
  EXPECT_EQ(a_case.kind, CaseKind::kSequence);
  ASSERT_EQ(a_case.steps.size(), 3U);
  EXPECT_EQ(a_case.steps[0].tolerance.rtol, 0.5);
  EXPECT_EQ(a_case.steps[0].tolerance.atol, std::nullopt);
  EXPECT_EQ(a_case.steps[1].throws, "std::invalid_argument");
  EXPECT_TRUE(a_case.steps[2].expect_from_reference);
}

TEST(CaseLoaderTest, ReadsEveryProperty) {
  constexpr std::pair<const char*, CaseKind> kProperties[] = {
      {"round_trip", CaseKind::kRoundTrip},
      {"causal", CaseKind::kCausal},
      {"batch_independent", CaseKind::kBatchIndependent},
      {"repeatable", CaseKind::kRepeatable},
      {"leaves_inputs_alone", CaseKind::kLeavesInputsAlone},
  };
  for (const auto& [name, kind] : kProperties) {
    const Case a_case = only(file(
        "split",
        fmt::format("    property: {}\n    args: {{x: {{arange: {{shape: [2, 2, 4]}}}}, n: 2}}\n", name)));
    EXPECT_EQ(a_case.kind, kind);
    EXPECT_EQ(a_case.steps.size(), 1U);
    EXPECT_FALSE(a_case.steps.at(0).expect_from_reference);
  }
  const Case vectorised = only(file("split", "    property: vectorised\n"));
  EXPECT_EQ(vectorised.kind, CaseKind::kVectorised);
  EXPECT_TRUE(vectorised.steps.empty());
}

TEST(CaseLoaderTest, ReadsTolerances) {
  struct Spelling {
    const char* text;
    double rtol;
    std::optional<double> atol;
  };
  constexpr Spelling kSpellings[] = {
      {"", 1e-10, std::nullopt},
      {"    tolerance: exact\n", 0, 0.0},
      {"    tolerance: {rtol: 1e-4}\n", 1e-4, std::nullopt},
      {"    tolerance: {atol: 0.5}\n", 1e-10, 0.5},
      {"    tolerance: {rtol: 0, atol: 2}\n", 0, 2.0},
  };
  for (const Spelling& spelling : kSpellings) {
    const Case a_case = only(file("merge", fmt::format("    args: {{x: [[[[1]]]]}}\n{}", spelling.text)));
    EXPECT_EQ(a_case.steps.at(0).tolerance.rtol, spelling.rtol) << spelling.text;
    EXPECT_EQ(a_case.steps.at(0).tolerance.atol, spelling.atol) << spelling.text;
  }
}

TEST(CaseLoaderTest, WorksOutSizesThroughProducts) {
  EXPECT_EQ(errors_of("merge",
                      "    args: {x: {arange: {shape: [1, 2, 1, 3]}}}\n    expect: [[[0, 1, 2, 3, 4, 5]]]\n"),
            "none");
  EXPECT_EQ(errors_of("fixed", "    args: {x: {arange: {shape: [3, 4]}}}\n    expect: 5\n"), "none");
}

}  // namespace
}  // namespace grader

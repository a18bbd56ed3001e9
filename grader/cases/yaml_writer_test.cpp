#include "grader/cases/yaml_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"

namespace grader {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(YamlWriterTest, WritesNumbersThatReadBack) {
  constexpr std::pair<double, const char*> kNumbers[] = {
      {3, "3"},        {-0.0, "-0.0"},
      {0.1, "0.1"},    {5e-324, "5e-324"},
      {1e22, "1e+22"}, {-HUGE_VAL, "-.inf"},
      {kNan, ".nan"},  {1.7976931348623157e308, "1.7976931348623157e+308"},
  };
  for (const auto& [number, text] : kNumbers) EXPECT_EQ(yaml_number(number), text);
}

TEST(YamlWriterTest, WritesTensorsWithTheirColumnsAligned) {
  EXPECT_EQ(yaml_value(Array{{2}, {1, -0.5}}, 4), "[1, -0.5]");
  EXPECT_EQ(yaml_value(Array{{2, 2}, {1, 10, -2.5, 3}}, 4), "[[   1, 10],\n     [-2.5,  3]]");
  EXPECT_EQ(yaml_value(Array{{2, 2, 1}, {1, 2, 3, 4}}, 0), "[[[1],\n  [2]],\n [[3],\n  [4]]]");
  EXPECT_EQ(yaml_value(Array{{1, 2, 1, 1}, {1, 2}}, 0), "[[[[1]],\n  [[2]]]]");
  EXPECT_EQ(yaml_value(Array{{}, {7}}, 9), "7");
  EXPECT_EQ(yaml_value(Array{{2, 0, 3}, {}}, 9), "{shape: [2, 0, 3], data: []}");
}

TEST(YamlWriterTest, BreaksWideRowsIntoEqualLines) {
  const Array array{{1, 6}, {1.0 / 3, 2.0 / 3, 4.0 / 3, 1.0 / 7, 2.0 / 7, 4.0 / 7}};
  EXPECT_EQ(yaml_value(array, 20),
            "[[0.3333333333333333, 0.6666666666666666, 1.3333333333333333,\n"
            "                      0.14285714285714285, 0.2857142857142857, 0.5714285714285714]]");
}

TEST(YamlWriterTest, WritesOtherValues) {
  EXPECT_EQ(yaml_value(std::int64_t{-3}, 0), "-3");
  EXPECT_EQ(yaml_value(0.25, 0), "0.25");
  EXPECT_EQ(yaml_value(true, 0), "true");
  EXPECT_EQ(yaml_value(std::string("a \"b\"\n\x7F\\"), 0), "\"a \\\"b\\\"\\x0A\\x7F\\\\\"");
  EXPECT_EQ(yaml_value(NamedArrays{{"W", {{1}, {2}}}, {"b", {{}, {3}}}}, 4), "\n    W: [2]\n    b: 3");
  EXPECT_EQ(yaml_value(NamedArrays{}, 4), "{}");
}

std::string rewritten(const std::string& text) {
  const auto cases = parse_cases(text, "c", test_manifest(), false);
  if (!cases) return to_text(cases.error());
  std::string out;
  for (const Case& a_case : *cases) out += yaml_case(a_case, test_manifest());
  return out;
}

// What is written reads back as the same text: nothing of a case is lost.
void expect_stable(const std::string& function, const std::string& body) {
  const std::string head = fmt::format("function: {}\ncases:\n", function);
  EXPECT_EQ(rewritten(head + body), body);
}

TEST(YamlWriterTest, WritesEveryKindOfCase) {
  expect_stable("split",
                "  - name: a\n    why: \"one: two\"\n    points: 2\n    time_limit_ms: 5\n    args:\n      "
                "x: [[[1, 2]]]\n"
                "      n: 2\n    expect: [[[[1]],\n              [[2]]]]\n    tolerance: {rtol: 1e-06}\n");
  expect_stable("split",
                "  - name: b\n    why: plain words, and more\n    args:\n      x: [[[1, 2]]]\n      n: 3\n"
                "    throws: std::invalid_argument\n");
  expect_stable("split",
                "  - name: c\n    sequence:\n      - args:\n          x: [[[1, 2]]]\n          n: 2\n"
                "        expect: [[[[1]],\n                  [[2]]]]\n"
                "      - args:\n          x: [[[1, 2]]]\n          n: 1\n");
  expect_stable("split",
                "  - name: d\n    property: round_trip\n    args:\n      x: [[[1, 2]]]\n      n: 2\n");
  expect_stable("split", "  - name: e\n    property: vectorised\n");
  expect_stable("merge", "  - name: f\n    args:\n      x: [[[[.nan]]]]\n    tolerance: exact\n");
  expect_stable("merge",
                "  - name: g\n    args:\n      x: [[[[-0.0]]]]\n    tolerance: {rtol: 0, atol: 0.5}\n");
  expect_stable(
      "forward",
      "  - name: h\n    args:\n      x: [[[1, 2]]]\n      p:\n        W: [[1, 0],\n            [0, 1]]\n"
      "        b: [5, 6]\n");
  expect_stable(
      "mixed",
      "  - name: i\n    args:\n      scale: 0.5\n      flag: false\n      mode: \"on\"\n      n: -1\n"
      "    expect: .inf\n");
}

TEST(YamlWriterTest, QuotesReasonsThatAreNoPlainText) {
  for (const char* const why : {"null", "yes", "12", "a: b", "- a", "a #b", "", "ends in a blank "}) {
    Case a_case;
    a_case.name = "a";
    a_case.why = why;
    a_case.kind = CaseKind::kVectorised;
    const std::string text = "function: split\ncases:\n" + yaml_case(a_case, test_manifest());
    const auto cases = parse_cases(text, "c", test_manifest(), false);
    ASSERT_TRUE(cases) << to_text(cases.error());
    EXPECT_EQ(cases->at(0).why, why);
  }
}

}  // namespace
}  // namespace grader

#include "grader/cases/case_filler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grader {
namespace {

const Array kTwo{{1, 2}, {1, -0.5}};

std::string filled(const std::string& text, const std::vector<FilledValue>& values) {
  const Result<std::string> result = fill_expectations(text, "c", values);
  return result ? *result : "error: " + to_text(result.error());
}

struct Filling {
  const char* what;
  const char* before;
  const char* after;  // with `a` filled with kTwo
};

TEST(CaseFillerTest, AddsTheExpectationUnderTheArguments) {
  constexpr Filling kFillings[] = {
      {"the last case", "cases:\n  - name: a\n    args:\n      x: [1, 2]\n",
       "cases:\n  - name: a\n    args:\n      x: [1, 2]\n    expect: [[1, -0.5]]\n"},
      {"keys below",
       "cases:\n  - name: a\n    args: {x: [1,\n  2]}\n\n    # how near\n    tolerance: exact\n",
       "cases:\n  - name: a\n    args: {x: [1,\n  2]}\n    expect: [[1, -0.5]]\n\n    # how near\n    "
       "tolerance: exact\n"},
      {"a case below, with its comment",
       "cases:\n- name: a\n  args:\n    x: 1 # one\n\n# about b\n\n- name: b\n  args: {}\n",
       "cases:\n- name: a\n  args:\n    x: 1 # one\n  expect: [[1, -0.5]]\n\n# about b\n\n- name: b\n  args: "
       "{}\n"},
      {"a dash on its own line", "cases:\n  -\n    name: a\n    args:\n      x: 1\n  -\n    name: b\n",
       "cases:\n  -\n    name: a\n    args:\n      x: 1\n    expect: [[1, -0.5]]\n  -\n    name: b\n"},
      {"no line break at the end", "cases:\n  - args: {x: 1}\n    name: a",
       "cases:\n  - args: {x: 1}\n    expect: [[1, -0.5]]\n    name: a"},
      {"args at the very end", "cases:\n  - name: a\n    args: {x: 1}",
       "cases:\n  - name: a\n    args: {x: 1}\n    expect: [[1, -0.5]]\n"},
      {"a key after the cases", "cases:\n  - name: a\n    args: {x: 1}\nfunction: f\n",
       "cases:\n  - name: a\n    args: {x: 1}\n    expect: [[1, -0.5]]\nfunction: f\n"},
      {"Windows line ends and a byte order mark",
       "\xEF\xBB\xBF"
       "cases:\r\n  - name: a\r\n    args: {x: 1}\r\n",
       "\xEF\xBB\xBF"
       "cases:\r\n  - name: a\r\n    args: {x: 1}\r\n    expect: [[1, -0.5]]\r\n"},
  };
  for (const Filling& filling : kFillings)
    EXPECT_EQ(filled(filling.before, {{"a", 0, kTwo}}), filling.after) << filling.what;
}

TEST(CaseFillerTest, FillsSeveralCallsAtOnce) {
  const std::string before =
      "cases:\n  - name: a\n    args: {x: 1}\n  - name: b\n    sequence:\n      - args: {x: 1}\n        "
      "expect: 3\n"
      "      - args: {x: 2}\n      - args: {x: 3}  # last\n";
  EXPECT_EQ(filled(before, {{"b", 2, 7.5}, {"a", 0, true}, {"b", 1, std::string("no")}}),
            "cases:\n  - name: a\n    args: {x: 1}\n    expect: true\n  - name: b\n    sequence:\n      - "
            "args: {x: 1}\n"
            "        expect: 3\n      - args: {x: 2}\n        expect: \"no\"\n      - args: {x: 3}  # last\n "
            "       expect: 7.5\n");
}

TEST(CaseFillerTest, WritesEveryType) {
  const std::string before = "cases:\n  - name: a\n    args: {}\n";
  EXPECT_EQ(filled(before, {{"a", 0, Array{{2, 2}, {1, 2, 3, 10}}}}),
            before + "    expect: [[1,  2],\n             [3, 10]]\n");
  EXPECT_EQ(filled(before, {{"a", 0, NamedArrays{{"W", kTwo}}}}),
            before + "    expect:\n      W: [[1, -0.5]]\n");
  EXPECT_EQ(filled(before, {{"a", 0, std::int64_t{-4}}}), before + "    expect: -4\n");
}

TEST(CaseFillerTest, ChangesNothingWithNothingToFill) {
  const std::string text = "# c\ncases: [ {name: a} ]   \r\n";
  EXPECT_EQ(filled(text, {}), text);
}

TEST(CaseFillerTest, SaysWhatItCanNotFill) {
  constexpr Filling kFaults[] = {
      {"no YAML", "cases: [\n", "error: c:2:1: a ',' or ']' is missing"},
      {"no such case", "cases:\n  - name: b\n    args: {}\n", "error: no case 'a' with a step 0 in 'c'"},
      {"no cases", "a: 1\n", "error: no case 'a' with a step 0 in 'c'"},
      {"an expectation", "cases:\n  - name: a\n    args: {}\n    expect: 3\n",
       "error: case 'a' in 'c' has 'expect' already: nothing to fill"},
      {"an exception", "cases:\n  - name: a\n    args: {}\n    throws: x\n",
       "error: case 'a' in 'c' has 'throws' already: nothing to fill"},
      {"a property", "cases:\n  - name: a\n    args: {}\n    property: causal\n",
       "error: case 'a' in 'c' has 'property' already: nothing to fill"},
      {"no args", "cases:\n  - name: a\n", "error: case 'a' in 'c' has no args"},
      {"braces", "cases:\n  - {name: a, args: {}}\n",
       "error: case 'a' in 'c' is written in braces: give each of its keys a line first"},
      {"a block text that ends in what looks like a comment",
       "cases:\n  - name: a\n    args:\n      x: |\n        # text\n",
       "error: 'c' is laid out in a way that can not be filled: write it as in cases/README.md"},
  };
  for (const Filling& fault : kFaults)
    EXPECT_EQ(filled(fault.before, {{"a", 0, kTwo}}), fault.after) << fault.what;
}

}  // namespace
}  // namespace grader

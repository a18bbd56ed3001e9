// What a case file may not say, with the whole text of every error.
#include <gtest/gtest.h>

#include <string>

#include "grader/cases/fault_testing.h"

namespace grader {
namespace {

TEST(EndingErrorsTest, RefusesEndingsThatDoNotFit) {
  expect_all({
      {"two endings",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    expect: [1]\n"
               "    throws: std::exception\n"),
       "c:5:13: 'expect' has the shape (1,), the manifest has its axes as [B, H, T, d]\n"
       "      expect: [1]\n"
       "              ^\n"
       "c:6:5: a call has 'expect' or 'throws', not both\n"
       "      throws: std::exception\n"
       "      ^\n"},
      {"an exception that is none",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    throws: invalid_argument\n"),
       "c:5:13: 'invalid_argument' is no exception type: did you mean 'std::invalid_argument'?\n"
       "      throws: invalid_argument\n"
       "              ^\n"},
      {"a tolerance of an exception",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    throws: std::exception\n"
               "    tolerance: exact\n"),
       "c:6:5: a call that must throw has no tolerance: leave it out\n"
       "      tolerance: exact\n"
       "      ^\n"},
      {"a tolerance that is none",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    tolerance: 1e-3\n"),
       "c:5:16: expected 'exact' or {rtol: …, atol: …}, found '1e-3'\n"
       "      tolerance: 1e-3\n"
       "                 ^\n"},
      {"an empty tolerance",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    tolerance: {}\n"),
       "c:5:16: expected 'exact' or {rtol: …, atol: …}, found a map\n"
       "      tolerance: {}\n"
       "                 ^\n"},
      {"a tolerance's key that is none",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    tolerance: {rtol: 0, abs: 1}\n"),
       "c:5:26: unknown key 'abs' in a tolerance: known are rtol, atol\n"
       "      tolerance: {rtol: 0, abs: 1}\n"
       "                           ^\n"},
      {"a sequence of one",
       in_case("split",
               "    sequence:\n"
               "      - args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:5:7: a sequence has 2 to 16 calls, found 1\n"
       "        - args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
       "        ^\n"},
      {"a sequence with args",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    sequence:\n"
               "      - args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "      - args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:4:5: a case with 'sequence' has no 'args': leave one out\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
       "      ^\n"},
      {"a step that is none, a key that is none",
       in_case("split",
               "    sequence:\n"
               "      - 3\n"
               "      - {args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}, why: no}\n"),
       "c:5:9: expected a call (a map), found '3'\n"
       "        - 3\n"
       "          ^\n"
       "c:6:57: unknown key 'why' in a call: known are args, expect, throws, tolerance\n"
       "        - {args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}, why: no}\n"
       "                                                          ^\n"},
  });
}

TEST(EndingErrorsTest, RefusesPropertiesThatDoNotFit) {
  expect_all({
      {"one that is none",
       in_case("split",
               "    property: roundtrip\n"
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:4:15: unknown property 'roundtrip': did you mean 'round_trip'?\n"
       "      property: roundtrip\n"
       "                ^\n"},
      {"an expectation beside it",
       in_case("split",
               "    property: repeatable\n"
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    expect: [1]\n"),
       "c:6:5: a case with 'property' has no 'expect': leave one out\n"
       "      expect: [1]\n"
       "      ^\n"},
      {"one token",
       in_case("split",
               "    property: causal\n"
               "    args: {x: [[[1, 2]]], n: 2}\n"),
       "c:4:15: T = 1 shows nothing of 'causal': give at least 2\n"
       "      property: causal\n"
       "                ^\n"},
      {"one text",
       in_case("split",
               "    property: batch_independent\n"
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:4:15: B = 1 shows nothing of 'batch_independent': give at least 2\n"
       "      property: batch_independent\n"
       "                ^\n"},
      {"no inverse",
       in_case("merge",
               "    property: round_trip\n"
               "    args: {x: [[[[1]]]]}\n"),
       "c:4:15: the manifest names no function as 'inverse_of: merge'\n"
       "      property: round_trip\n"
       "                ^\n"},
      {"no axis of tokens",
       in_case("mixed",
               "    property: causal\n"
               "    args: {scale: 1, flag: true, mode: a, n: 1}\n"),
       "c:4:15: mixed has no argument and result with the axis T\n"
       "      property: causal\n"
       "                ^\n"},
      {"a function without the rule", in_case("merge", "    property: vectorised\n"),
       "c:4:15: the manifest's rule 'vectorised' does not list merge\n"
       "      property: vectorised\n"
       "                ^\n"},
      {"args of a case that has none",
       in_case("split",
               "    property: vectorised\n"
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:5:5: a case with 'property: vectorised' has no 'args': leave one out\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
       "      ^\n"},
      {"no args", in_case("split", "    property: causal\n"),
       "c:3:5: a case needs 'args'\n"
       "    - name: a\n"
       "      ^\n"},
  });
}

}  // namespace
}  // namespace grader

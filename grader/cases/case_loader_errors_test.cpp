#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"

namespace grader {
namespace {

struct Fault {
  const char* what;
  std::string file;
  std::string errors;
};

// A file with one case of `function`, with these lines under its name.
std::string in_case(const char* function, const char* lines) {
  return fmt::format("function: {}\ncases:\n  - name: a\n{}", function, lines);
}

void expect_all(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    const auto cases = parse_cases(fault.file, "c", test_manifest(), false);
    EXPECT_EQ(cases ? "none" : to_text(cases.error()), fault.errors) << fault.what;
  }
}

TEST(CaseLoaderErrorsTest, RefusesWhatIsNoCaseFile) {
  expect_all({
      {"a list", "- 1\n",
       "c:1:1: expected a case file (a map), found a list\n"
       "  - 1\n"
       "  ^\n"},
      {"keys that are missing", "name: x\n",
       "c:1:1: a case file needs 'function'\n"
       "  name: x\n"
       "  ^\n"
       "c:1:1: a case file needs 'cases'\n"
       "  name: x\n"
       "  ^\n"
       "c:1:1: unknown key 'name' in a case file: known are function, cases\n"
       "  name: x\n"
       "  ^\n"},
      {"a function that is not there", in_case("splat", ""),
       "c:1:11: unknown function 'splat': the manifest has split, merge, forward, mixed, fixed\n"
       "  function: splat\n"
       "            ^\n"},
      {"no cases",
       "function: split\n"
       "cases: []\n",
       "c:2:8: the list of cases is empty\n"
       "  cases: []\n"
       "         ^\n"},
      {"cases that are no list",
       "function: split\n"
       "cases: {a: 1}\n",
       "c:2:8: expected a list of cases, found a map\n"
       "  cases: {a: 1}\n"
       "         ^\n"},
      {"a case that is no map",
       "function: split\n"
       "cases:\n"
       "  - 3\n",
       "c:3:5: expected a case (a map), found '3'\n"
       "    - 3\n"
       "      ^\n"},
      {"nothing",
       "function: split\n"
       "cases:\n",
       "c:2:1: 'cases' has no value: give one or leave the key out\n"
       "  cases:\n"
       "  ^\n"},
  });
}

TEST(CaseLoaderErrorsTest, RefusesFieldsThatDoNotFit) {
  expect_all({
      {"a name that is none",
       "function: split\n"
       "cases:\n"
       "  - name: Two Words\n"
       "    args: {x: [[[1]]], n: 1}\n",
       "c:3:11: 'Two Words' is no case name: use a-z, 0-9, '_' and '-', a letter first, at most 80\n"
       "    - name: Two Words\n"
       "            ^\n"},
      {"a number as a name",
       "function: split\n"
       "cases:\n"
       "  - name: 12\n"
       "    args: {x: [[[1]]], n: 1}\n",
       "c:3:11: expected a text, found '12': put it in quotes to make it one\n"
       "    - name: 12\n"
       "            ^\n"},
      {"a name that comes twice",
       "function: split\n"
       "cases:\n"
       "  - {name: a, args: {x: [[[1]]], n: 1}}\n"
       "  - {name: a, args: {x: [[[1]]], n: 1}}\n",
       "c:4:12: case name 'a' is used twice, first in line 3\n"
       "    - {name: a, args: {x: [[[1]]], n: 1}}\n"
       "             ^\n"},
      {"a key that is none", in_case("split", "    arg: {x: [[[1]]], n: 1}\n"),
       "c:3:5: a case needs 'args'\n"
       "    - name: a\n"
       "      ^\n"
       "c:4:5: unknown key 'arg' in a case: did you mean 'args'?\n"
       "      arg: {x: [[[1]]], n: 1}\n"
       "      ^\n"},
      {"a key without a value",
       in_case("split",
               "    points:\n"
               "    args: {x: [[[1]]], n: 1}\n"),
       "c:4:5: 'points' has no value: give one or leave the key out\n"
       "      points:\n"
       "      ^\n"},
      {"points",
       in_case("split",
               "    points: -1\n"
               "    time_limit_ms: 0\n"
               "    args: {x: [[[1]]], n: 1}\n"),
       "c:4:13: expected points from 0, found '-1'\n"
       "      points: -1\n"
       "              ^\n"
       "c:5:20: '0' is not between 1 and 600000\n"
       "      time_limit_ms: 0\n"
       "                     ^\n"},
      {"an argument that is missing, one that is none",
       in_case("split", "    args: {x: [[[1]]], heads: 1}\n"),
       "c:4:11: args of split needs 'n'\n"
       "      args: {x: [[[1]]], heads: 1}\n"
       "            ^\n"
       "c:4:24: unknown key 'heads' in args of split: known are x, n\n"
       "      args: {x: [[[1]]], heads: 1}\n"
       "                         ^\n"},
      {"a whole number as text", in_case("split", "    args: {x: [[[1]]], n: '1'}\n"),
       "c:4:27: expected a whole number, found text in quotes: leave the quotes out\n"
       "      args: {x: [[[1]]], n: '1'}\n"
       "                            ^\n"},
      {"a whole number past 32 bits", in_case("split", "    args: {x: [[[1]]], n: 3000000000}\n"),
       "c:4:27: '3000000000' is not between -2147483648 and 2147483647\n"
       "      args: {x: [[[1]]], n: 3000000000}\n"
       "                            ^\n"},
      {"args that are no map", in_case("split", "    args: [1]\n"),
       "c:4:11: expected args of split (a map), found a list\n"
       "      args: [1]\n"
       "            ^\n"},
  });
}

TEST(CaseLoaderErrorsTest, RefusesTensorsThatDoNotFit) {
  expect_all({
      {"a row that is short",
       in_case("split",
               "    args:\n"
               "      x: [[[1, 2], [3]]]\n"
               "      n: 1\n"),
       "c:5:20: ragged list: expected 2 items as before, found 1\n"
       "        x: [[[1, 2], [3]]]\n"
       "                     ^\n"},
      {"a number for a list",
       in_case("split",
               "    args:\n"
               "      x: [[[1, 2], 3]]\n"
               "      n: 1\n"),
       "c:5:20: ragged list: expected a list of 2 as before, found '3'\n"
       "        x: [[[1, 2], 3]]\n"
       "                     ^\n"},
      {"a list for a number",
       in_case("split",
               "    args:\n"
               "      x: [[[1, [2]]]]\n"
               "      n: 1\n"),
       "c:5:16: ragged list: expected a number as before, found a list\n"
       "        x: [[[1, [2]]]]\n"
       "                 ^\n"},
      {"words for numbers",
       in_case("split",
               "    args:\n"
               "      x: [[[1, two], [yes, 010]]]\n"
               "      n: 1\n"),
       "c:5:16: expected a number, found 'two'\n"
       "        x: [[[1, two], [yes, 010]]]\n"
       "                 ^\n"
       "c:5:23: 'yes' means true or false to some readers of YAML: write true or false\n"
       "        x: [[[1, two], [yes, 010]]]\n"
       "                        ^\n"
       "c:5:28: '010' begins with 0, which some take for octal: leave the 0 out\n"
       "        x: [[[1, two], [yes, 010]]]\n"
       "                             ^\n"},
      {"no value for a number",
       in_case("split",
               "    args:\n"
               "      x: [[[1, ~]]]\n"
               "      n: 1\n"),
       "c:5:16: expected a number, found nothing\n"
       "        x: [[[1, ~]]]\n"
       "                 ^\n"},
      {"a count that is not the shape's",
       in_case("split",
               "    args:\n"
               "      x: {shape: [1, 2, 2], data: [1, 2, 3]}\n"
               "      n: 1\n"),
       "c:5:35: shape (1, 2, 2) needs 4 numbers, found 3\n"
       "        x: {shape: [1, 2, 2], data: [1, 2, 3]}\n"
       "                                    ^\n"},
      {"data that are nested",
       in_case("split",
               "    args:\n"
               "      x: {shape: [1, 2], data: [[1, 2]]}\n"
               "      n: 1\n"),
       "c:5:32: expected a flat list of numbers: the shape stands beside it\n"
       "        x: {shape: [1, 2], data: [[1, 2]]}\n"
       "                                 ^\n"},
      {"a shape without data",
       in_case("split",
               "    args:\n"
               "      x: {shape: [1, 2]}\n"
               "      n: 1\n"),
       "c:5:10: a tensor needs 'data'\n"
       "        x: {shape: [1, 2]}\n"
       "           ^\n"},
      {"a size that is negative",
       in_case("split",
               "    args:\n"
               "      x: {shape: [1, -2], data: []}\n"
               "      n: 1\n"),
       "c:5:22: '-2' is not between 0 and 1000000\n"
       "        x: {shape: [1, -2], data: []}\n"
       "                       ^\n"},
      {"a rule that is none",
       in_case("split",
               "    args:\n"
               "      x: {arrange: {shape: [1]}}\n"
               "      n: 1\n"),
       "c:5:11: unknown key 'arrange' in a tensor: did you mean 'arange'?\n"
       "        x: {arrange: {shape: [1]}}\n"
       "            ^\n"},
      {"two rules",
       in_case("split",
               "    args:\n"
               "      x: {eye: 2, full: {shape: [1], value: 0}}\n"
               "      n: 1\n"),
       "c:5:10: expected shape and data, or one rule: arange, eye, full or uniform\n"
       "        x: {eye: 2, full: {shape: [1], value: 0}}\n"
       "           ^\n"},
      {"a rule's field that is missing",
       in_case("split",
               "    args:\n"
               "      x: {uniform: {shape: [1, 1, 1]}}\n"
               "      n: 1\n"),
       "c:5:20: uniform needs 'seed'\n"
       "        x: {uniform: {shape: [1, 1, 1]}}\n"
       "                     ^\n"},
      {"bounds the wrong way round",
       in_case("split",
               "    args:\n"
               "      x: {uniform: {shape: [1, 1, 1], seed: 1, low: 2, high: 1}}\n"
               "      n: 1\n"),
       "c:5:20: expected low < high, found 2 and 1\n"
       "        x: {uniform: {shape: [1, 1, 1], seed: 1, low: 2, high: 1}}\n"
       "                     ^\n"},
      {"a negative seed",
       in_case("split",
               "    args:\n"
               "      x: {uniform: {shape: [1, 1, 1], seed: -1}}\n"
               "      n: 1\n"),
       "c:5:45: '-1' is not between 0 and 9223372036854775807\n"
       "        x: {uniform: {shape: [1, 1, 1], seed: -1}}\n"
       "                                              ^\n"},
      {"an identity that is too large",
       in_case("split",
               "    args:\n"
               "      x: {eye: 1001}\n"
               "      n: 1\n"),
       "c:5:16: '1001' is not between 1 and 1000\n"
       "        x: {eye: 1001}\n"
       "                 ^\n"},
      {"too many numbers",
       in_case("split",
               "    args:\n"
               "      x: {full: {shape: [1000, 1001, 1], value: 0}}\n"
               "      n: 1\n"),
       "c:5:25: a tensor has at most 1000000 numbers\n"
       "        x: {full: {shape: [1000, 1001, 1], value: 0}}\n"
       "                          ^\n"},
      {"far too many numbers",
       in_case("split",
               "    args:\n"
               "      x: {full: {shape: [1000000, 1000000, 1000000, 1000000], value: 0}}\n"
               "      n: 1\n"),
       "c:5:25: a tensor has at most 1000000 numbers\n"
       "        x: {full: {shape: [1000000, 1000000, 1000000, 1000000], value: 0}}\n"
       "                          ^\n"},
      {"too many axes",
       in_case("split",
               "    args:\n"
               "      x: [[[[[[[[[1]]]]]]]]]\n"
               "      n: 1\n"),
       "c:5:18: a tensor has at most 8 axes\n"
       "        x: [[[[[[[[[1]]]]]]]]]\n"
       "                   ^\n"},
  });
}

TEST(CaseLoaderErrorsTest, RefusesSizesThatDisagree) {
  expect_all({
      {"another number of axes", in_case("split", "    args: {x: [[1, 2]], n: 1}\n"),
       "c:4:15: 'x' has the shape (1, 2), the manifest has its axes as [B, T, D]\n"
       "      args: {x: [[1, 2]], n: 1}\n"
       "                ^\n"},
      {"heads that do not divide", in_case("split", "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 3}\n"),
       "c:4:15: sizes disagree: axis 2 of 'x' gives D = 4, but no H*d is 4 with H = 3: a call that must be "
       "refused needs 'throws'\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: 3}\n"
       "                ^\n"},
      {"no heads", in_case("split", "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 0}\n"),
       "c:4:15: sizes disagree: axis 2 of 'x' gives D = 4, but no H*d is 4 with H = 0: a call that must be "
       "refused needs 'throws'\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: 0}\n"
       "                ^\n"},
      {"a negative number of heads", in_case("split", "    args: {x: {arange: {shape: [1, 2, 4]}}, n: -2}\n"),
       "c:4:48: 'n' is the size H, which can not be -2: a call that must be refused needs 'throws'\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: -2}\n"
       "                                                 ^\n"},
      {"an expectation of other heads",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    expect: {arange: {shape: [1, 4, 2, 1]}}\n"),
       "c:5:13: sizes disagree: axis 1 of 'expect' gives H = 4, 'n' in line 4 gives 2\n"
       "      expect: {arange: {shape: [1, 4, 2, 1]}}\n"
       "              ^\n"},
      {"an expectation with another d",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    expect: {arange: {shape: [1, 2, 2, 3]}}\n"),
       "c:4:15: sizes disagree: axis 2 of 'x' gives D = 4, but H*d is 6 with H = 2, d = 3\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
       "                ^\n"},
      {"an expectation of other axes",
       in_case("split",
               "    args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"
               "    expect: [1, 2]\n"),
       "c:5:13: 'expect' has the shape (2,), the manifest has its axes as [B, H, T, d]\n"
       "      expect: [1, 2]\n"
       "              ^\n"},
      {"weights of another size",
       in_case("forward",
               "    args:\n"
               "      x: {arange: {shape: [1, 2, 4]}}\n"
               "      p:\n"
               "        W: {eye: 3}\n"
               "        b: [1, 2, 3, 4, 5]\n"),
       "c:7:12: sizes disagree: axis 0 of 'W' gives D = 3, axis 2 of 'x' in line 5 gives 4\n"
       "          W: {eye: 3}\n"
       "             ^\n"
       "c:7:12: sizes disagree: axis 1 of 'W' gives D = 3, axis 2 of 'x' in line 5 gives 4\n"
       "          W: {eye: 3}\n"
       "             ^\n"
       "c:8:12: sizes disagree: axis 0 of 'b' gives D = 5, axis 2 of 'x' in line 5 gives 4\n"
       "          b: [1, 2, 3, 4, 5]\n"
       "             ^\n"},
      {"weights that are missing, and one that is none",
       in_case("forward", "    args: {x: {arange: {shape: [1, 2, 4]}}, p: {W: {eye: 4}, c: [1, 2, 3, 4]}}\n"),
       "c:4:48: 'p' needs 'b'\n"
       "      args: {x: {arange: {shape: [1, 2, 4]}}, p: {W: {eye: 4}, c: [1, 2, 3, 4]}}\n"
       "                                                 ^\n"
       "c:4:62: unknown key 'c' in 'p': known are W, b\n"
       "  …   args: {x: {arange: {shape: [1, 2, 4]}}, p: {W: {eye: 4}, c: [1, 2, 3, 4]}}\n"
       "                                                               ^\n"},
      {"a product",
       in_case("merge",
               "    args: {x: {arange: {shape: [1, 2, 1, 3]}}}\n"
               "    expect: [[[1, 2, 3, 4, 5]]]\n"),
       "c:5:13: sizes disagree: axis 2 of 'expect' gives D = 5, but H*d is 6 with H = 2, d = 3\n"
       "      expect: [[[1, 2, 3, 4, 5]]]\n"
       "              ^\n"},
      {"a number of the manifest's own", in_case("fixed", "    args: {x: {arange: {shape: [4, 3]}}}\n"),
       "c:4:15: axis 0 of 'x' is 4, the manifest has 3\n"
       "      args: {x: {arange: {shape: [4, 3]}}}\n"
       "                ^\n"
       "c:4:15: sizes disagree: axis 1 of 'x' gives 3, but no 2*T is 3: a call that must be refused needs "
       "'throws'\n"
       "      args: {x: {arange: {shape: [4, 3]}}}\n"
       "                ^\n"},
      {"a step of a sequence",
       in_case("split",
               "    sequence:\n"
               "      - args: {x: {arange: {shape: [1, 2, 4]}}, n: 3}\n"
               "      - args: {x: {arange: {shape: [1, 2, 4]}}, n: 2}\n"),
       "c:5:19: sizes disagree: axis 2 of 'x' gives D = 4, but no H*d is 4 with H = 3: a call that must be "
       "refused needs 'throws'\n"
       "        - args: {x: {arange: {shape: [1, 2, 4]}}, n: 3}\n"
       "                    ^\n"},
  });
}

TEST(CaseLoaderErrorsTest, RefusesEndingsThatDoNotFit) {
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

TEST(CaseLoaderErrorsTest, RefusesPropertiesThatDoNotFit) {
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

TEST(CaseLoaderErrorsTest, FindsAllErrorsOfAFileInOneRun) {
  expect_all({
      {"three cases with a fault each",
       "function: split\ncases:\n  - {name: a, args: {x: [[[1, 2], [3]]], n: 1}}\n"
       "  - {name: b, args: {x: [[[1]]], n: 0x1}}\n  - {name: c, args: {x: [[[1]]], n: 1}, exspect: 2}\n",
       "c:3:35: ragged list: expected 2 items as before, found 1\n"
       "    - {name: a, args: {x: [[[1, 2], [3]]], n: 1}}\n                                    ^\n"
       "c:4:37: '0x1' is not decimal: write numbers in decimal\n"
       "    - {name: b, args: {x: [[[1]]], n: 0x1}}\n                                      ^\n"
       "c:5:41: unknown key 'exspect' in a case: did you mean 'expect'?\n"
       "    - {name: c, args: {x: [[[1]]], n: 1}, exspect: 2}\n                                          "
       "^\n"},
  });
}

TEST(CaseLoaderErrorsTest, BoundsTheNumbersOfAFile) {
  std::string file = "function: split\ncases:\n";
  for (int i = 0; i < 9; ++i)
    file += fmt::format(
        "  - {{name: c{}, args: {{x: {{full: {{shape: [1, 1000, 1000], value: 0}}}}, n: 1}}}}\n", i);
  expect_all({{"nine million numbers", file,
               "c:11:26: the cases have more than 8000000 numbers together\n"
               "    - {name: c8, args: {x: {full: {shape: [1, 1000, 1000], value: 0}}, n: 1}}\n"
               "                           ^\n"}});
}

}  // namespace
}  // namespace grader

// What a case file may not say, with the whole text of every error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "grader/cases/fault_testing.h"

namespace grader {
namespace {

TEST(TensorErrorsTest, RefusesTensorsThatDoNotFit) {
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

TEST(TensorErrorsTest, BoundsTheNumbersOfAFile) {
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

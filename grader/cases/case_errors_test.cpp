// What a case file may not say, with the whole text of every error.
#include <gtest/gtest.h>

#include <string>

#include "grader/cases/fault_testing.h"

namespace grader {
namespace {

TEST(CaseErrorsTest, RefusesWhatIsNoCaseFile) {
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

TEST(CaseErrorsTest, RefusesFieldsThatDoNotFit) {
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

TEST(CaseErrorsTest, FindsAllErrorsOfAFileInOneRun) {
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

}  // namespace
}  // namespace grader

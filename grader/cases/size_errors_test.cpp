// What a case file may not say, with the whole text of every error.
#include <gtest/gtest.h>

#include <string>

#include "grader/cases/fault_testing.h"

namespace grader {
namespace {

TEST(SizeErrorsTest, RefusesSizesThatDisagree) {
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

}  // namespace
}  // namespace grader

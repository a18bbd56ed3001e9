// The text of a new package's files: an exercise small enough to be read in a minute and overwritten.
#include <string_view>

#include "grader/prove/new_package.h"

namespace grader {
namespace {

constexpr std::string_view kReadme = R"(# @TITLE@

An exercise for `grader`, made by `grader new`. It grades as it is; replace `center` by what you want to teach.

| | |
|---|---|
| `exercise/exercise.yaml` | the functions that students write, with the axes of their tensors; points, rules, limits |
| `exercise/solution.h` | the stub: the one file that a student edits |
| `exercise/README.md` | the problem |
| `solution/solution.h` | the reference |
| `solution/mistakes/` | known wrong solutions; each must be caught by a case, and gives a hint |
| `solution/not_vectorised/` | right values by loops; `solution/accepted/` is for right solutions of other styles |
| `cases/public/`, `cases/hidden/` | the cases: shown in full, and by name and verdict |

From this folder:

```sh
grader exercise/solution.h      # the stub: not implemented
grader solution/solution.h      # the reference: accepted
grader cases check              # every mistake must be caught
```
)";

constexpr std::string_view kManifest = R"(# All that the grader knows of this exercise.
title: "@TITLE@"
namespace: exercise
submission: solution.h

# What one of each letter is called when a report speaks to a person: "row 1".
letters: {N: row, D: number}

functions:
  - name: center
    arguments:
      - {name: x, type: Tensor, axes: [N, D]}
    result: {type: Tensor, axes: [N, D]}
    points: 100

rules:
  # No loops over rows: the kit's calls are counted while N grows and D stays.
  vectorised:
    functions: [center]
    letters: [N]
    base: {N: 2, D: 3}
    grow: {N: [2, 3, 5]}
    worth: 0.5
)";

constexpr std::string_view kProblem = R"(# @TITLE@

You edit one file, `exercise/solution.h`, and run `grader exercise/solution.h`.

**`Tensor center(const Tensor& x)`** x (N, D) → (N, D).
Takes off each row's own mean, so that every row adds up to 0. No loops over rows: one operation does them all.

```
x (2, 2) = [[1, 3],          center(x) = [[-1, 1],
            [0, 8]]                       [-4, 4]]
```

Tools: `sum(x, axis)` keeps the axis with size 1, `x.dim(1)`, and `+ - * /` with NumPy's broadcasting; all of it stands
in `kit/tensor_type.h` and `kit/ops.h`.
)";

constexpr std::string_view kStub = R"(// THE FILE THAT YOU EDIT. The problem is told in exercise/README.md.
//
// Letters: N rows, D numbers of each.
#pragma once

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

// Takes off each row's mean.
//
// x (N, D) -> (N, D). Example: x (2, 2) = [[1, 3], [0, 8]] -> [[-1, 1], [-4, 4]]
inline Tensor center(const Tensor& x) {
  (void)x;
  throw kit::NotImplemented("center");
}

}  // namespace exercise
)";

constexpr std::string_view kFlags = R"(-xc++
-std=c++20
-I..
-I@KIT@
-Wall
-Wextra
-Wno-pragma-once-outside-header
)";

constexpr std::string_view kReference = R"(// The reference solution.
#pragma once

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor center(const Tensor& x) {
  const Tensor mean = kit::stage("mean", sum(x, 1) / static_cast<double>(x.dim(1)));  // (N, 1)
  return x - mean;                                                                    // (N, D)
}

}  // namespace exercise
)";

constexpr std::string_view kMistake = R"(// mean-of-columns: the mean is that of the column, not of the row.
#pragma once

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor center(const Tensor& x) {
  // mistake: axis 0 runs over the rows.
  return x - sum(x, 0) / static_cast<double>(x.dim(0));
}

}  // namespace exercise
)";

constexpr std::string_view kLoop = R"(// Right values by a loop over rows.
#pragma once

#include "kit/tensor.h"

namespace exercise {

using kit::Tensor;

inline Tensor center(const Tensor& x) {
  Tensor result = x;
  for (std::int64_t n = 0; n < x.dim(0); ++n) {
    const Tensor row = x.slice(0, n, n + 1);  // (1, D)
    const Tensor centered = row - sum(row, 1) / static_cast<double>(x.dim(1));
    for (std::int64_t i = 0; i < x.dim(1); ++i) result(n, i) = centered(0, i);
  }
  return result;
}

}  // namespace exercise
)";

constexpr std::string_view kCatalogue =
    R"(# Known wrong solutions, NAME.h beside this file: what each must get, and what to tell a student who made it.
mistakes:
  - name: mean-of-columns
    group: axes
    verdict: wrong_answer
    functions: [center]
    hint: "The columns add up to 0, where the rows should: look at the axis along which you take the mean."
)";

constexpr std::string_view kPublicCases = R"(# center(x): x (N, D) -> (N, D), every row without its mean.
function: center
cases:
  - name: worked_example
    why: "the example of the task: 2 is taken off the first row, 4 off the second"
    args:
      x: [[1, 3],
          [0, 8]]
    expect: [[-1, 1],
             [-4, 4]]

  - name: center_without_loops
    why: "the kit's calls must not grow with the number of rows"
    property: vectorised
)";

constexpr std::string_view kHiddenCases = R"(function: center
cases:
  - name: center_one_long_row
    why: "one row: there is nothing else to take the mean of"
    args:
      x: [[2, 4, 6, 8]]
    expect: [[-3, -1, 1, 3]]
)";

std::string filled(std::string_view text, const std::string& title, const std::string& kit_folder) {
  std::string out(text);
  for (const auto& [mark, value] : {std::pair<std::string_view, const std::string&>{"@TITLE@", title},
                                    std::pair<std::string_view, const std::string&>{"@KIT@", kit_folder}})
    for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at + value.size()))
      out.replace(at, mark.size(), value);
  return out;
}

}  // namespace

std::vector<NewFile> new_package_files(const std::string& title, const std::string& kit_folder) {
  std::vector<NewFile> files;
  for (const auto& [path, text] :
       {std::pair{"README.md", kReadme}, std::pair{"exercise/exercise.yaml", kManifest},
        std::pair{"exercise/README.md", kProblem}, std::pair{"exercise/solution.h", kStub},
        std::pair{"exercise/compile_flags.txt", kFlags}, std::pair{"solution/solution.h", kReference},
        std::pair{"solution/mistakes/catalogue.yaml", kCatalogue},
        std::pair{"solution/mistakes/mean-of-columns.h", kMistake},
        std::pair{"solution/not_vectorised/for-rows.h", kLoop},
        std::pair{"cases/public/center.yaml", kPublicCases},
        std::pair{"cases/hidden/center.yaml", kHiddenCases}})
    files.push_back({.path = path, .text = filled(text, title, kit_folder)});
  return files;
}

}  // namespace grader

// A student's handout of an exercise, put together in memory: the exercise with its public cases, the kit,
// the grader's sources, a README, and what it takes to give hints. No hidden case, no solution and no
// catalogue goes in.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/bundle/handout_files.h"
#include "grader/grade/package.h"
#include "grader/grade/progress.h"

namespace grader {

struct Handout {
  std::string title;
  std::vector<HandoutFile> files;     // in the order of their paths
  std::size_t public_cases = 0;       // of them and their values:
  std::size_t filled_values = 0;      // left to the reference in the package, literal in the handout
  std::size_t hints = 0;              // mistakes that get their hint
  std::vector<std::string> left_out;  // files of exercise/ that are not known to be for students
};

struct HandoutOptions {
  bool force = false;  // take exercise/solution.h although it is no stub any more
};

/// The handout of `package`. The handout itself was opened as a package and its stub graded. Fails where
/// cases do not load or cannot be filled, where the stub is no stub (not every case is `not_implemented`),
/// and, whatever `options` say, where a file that would go in has the very text of one that must not.
ResultOrErrors<Handout> make_handout(const Package& package, const HandoutOptions& options,
                                     Progress& progress);

}  // namespace grader

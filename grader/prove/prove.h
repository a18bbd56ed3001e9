// The case set's own test: grades everything that a package knows, right and wrong, on all cases.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "grader/base/error.h"
#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/package.h"
#include "grader/grade/progress.h"
#include "grader/model/catalogue.h"
#include "grader/prove/kill_matrix.h"

namespace grader {

struct ProveOptions {
  int parallel = 0;            // submissions at the same time; 0: one a core
  std::function<bool()> stop;  // asked often; true: gives up with an error
};

struct Proof {
  std::string title;
  KillMatrix matrix;
  MistakeOutcomes outcomes;  // of the mistakes, for hints: from the same runs
  std::chrono::milliseconds duration{0};
};

/// Grades the reference, the stub, every mistake of `catalogue`, and everything in solution/accepted/ and
/// solution/not_vectorised/. Errors are the package's (cases that do not load, a file that is not there) or
/// ours; what submissions do is in the matrix.
ResultOrErrors<Proof> prove(const Package& package, const Catalogue& catalogue, const ProveOptions& options,
                            Progress& progress);

}  // namespace grader

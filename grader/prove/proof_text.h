// The outcome of the case set's own test, for people.
#pragma once

#include <string>

#include "grader/prove/findings.h"
#include "grader/prove/kill_matrix.h"

namespace grader {

struct ProofTextOptions {
  int width = 100;       // columns
  bool verbose = false;  // the whole matrix too
};

/// What it says, in this order: the counts; what makes the check fail; kills that are gone; what a person may
/// want to look at (mistakes that hang on hidden cases or on one, cases that catch nothing new, right
/// variants near a tolerance); the matrix, by mistake and by case, where it is asked for; whether the set is
/// proved.
std::string write_proof_text(const std::string& title, const KillMatrix& matrix, const Findings& findings,
                             const ProofTextOptions& options);

}  // namespace grader

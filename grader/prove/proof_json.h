// The outcome of the case set's own test, for programs.
#pragma once

#include <string>

#include "grader/prove/findings.h"
#include "grader/prove/kill_matrix.h"

namespace grader {

inline constexpr int kProofVersion = 1;

/// One JSON object:
///   version, title, proved
///   counts       mistakes, caught, caught_by_public, public_cases, hidden_cases
///   cases        name, function, hidden, catches (mistakes), covered_by (a case that catches them too, or
///   null) submissions  role, name, expected, verdict, caught_by (cases), message living, lost mistake,
///   was_caught_by caught_by_hidden_only        mistakes near_tolerance               case, submission, used
std::string write_proof_json(const std::string& title, const KillMatrix& matrix, const Findings& findings);

}  // namespace grader

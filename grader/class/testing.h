// Classes for tests and measurements: a small one written by hand, a hostile and a big one made by rule.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/class/class_record.h"

namespace grader::testing {

/// Seven rows, each of another kind: accepted, two equal submissions that are wrong, one that differs from
/// them in comments alone, one that does not compile, one that the grader failed on, one that was not handed
/// in.
std::vector<ClassRecord> small_class();

/// A record of any state whose every text is hostile (random_text); `id` is `r` and the seed.
ClassRecord random_record(std::uint64_t seed);

/// Submission `index` of a class with `cases` cases of three functions; every 20th is equal to the one before
/// it, the patterns of failures are as many as the class is big.
ClassRecord many_cases_record(int index, int cases);

}  // namespace grader::testing

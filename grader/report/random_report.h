// Reports put together at random, for properties that hold of all.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "grader/model/report.h"

namespace grader::testing {

/// Up to five pieces that somebody would obey, or that are no text: markup, commands, formulas, control
/// bytes.
std::string random_text(std::mt19937_64& engine);

/// 1 to 30 cases with any verdicts and points, some hidden, some not run, scored and in half of the cases
/// redacted; every text is made of pieces that somebody would obey. The same for the same seed.
Report random_report(std::uint64_t seed);

}  // namespace grader::testing

// Words and numbers that every report format writes alike.
#pragma once

#include <string>

#include "grader/base/verdict.h"
#include "grader/model/report.h"

namespace grader {

/// `wrong answer`: a verdict for people.
std::string words(Verdict verdict);

/// `2`, `1.25`, `0.33`: points with at most two decimals, never `-0`.
std::string points_text(double points);
/// `3.25 of 10 points`, or `no points` where the grader itself failed.
std::string total_text(const Report& report);

/// What is to be said of a failing case, one fact a line, for formats that have one text field: the message,
/// the call, details, difference, patterns, help and hint. Empty for an accepted case. No line begins with a
/// submission's text.
std::string case_text(const CaseReport& one);

/// `(2, 3), (3, 4)`
std::string shapes_text(const std::vector<Shape>& shapes);
/// `(0, 1, 3)`
std::string index_text(const std::vector<std::int64_t>& index);
/// `first at (0, 0, 3): expected 6, got 3; largest error 88`, or "" where no value of a tensor differs.
std::string first_text(const Difference& difference);

}  // namespace grader

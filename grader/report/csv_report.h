// CSV for a gradebook (RFC 4180): one row a submission.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// The header row, without a line break: submission, verdict, points, max_points, passed, declared, started,
/// finished, reason, not_passed.
std::string csv_header();

/// The row of one report. `points` is empty where it could not be judged; `not_passed` lists `case=verdict`
/// of every case that did not pass, with spaces between. Texts that a spreadsheet would run are made harmless
/// (csv_text).
std::string csv_row(const Report& report);

/// Header and row, each with CR LF at its end.
std::string write_csv(const Report& report);

}  // namespace grader

// The gradebook of a class: CSV (RFC 4180), one row a submission and one for each of the roster's others.
#pragma once

#include <string>

#include "grader/class/class_stats.h"
#include "grader/class/class_table.h"

namespace grader {

/// UTF-8 with CR LF, a header row, rows sorted by student: student, `roster.NAME` for each column of the
/// roster, file, verdict (`not_handed_in` where there is none), points, max_points, `points.FUNCTION` for
/// each function, passed, total, mistakes, reason, same_as, same_but_for_spaces_and_comments,
/// submission_sha256, id. What could not be graded has a reason and no points. Texts that a spreadsheet would
/// run are made harmless (csv_text).
std::string write_gradebook(const ClassTable& table, const Likeness& likeness);

/// What a row says for itself: why there is no grade, or what happened.
const std::string& reason_of(const ClassRow& row);

/// `accepted`, … or `not_handed_in`.
std::string_view verdict_name(const ClassRow& row);

}  // namespace grader

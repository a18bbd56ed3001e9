// Reports for the tests of the writers, judged and scored like real ones.
#pragma once

#include <string>
#include <vector>

#include "grader/model/report.h"

namespace grader::testing {

/// A submission with about every kind of failure, seen by a student: hidden cases are redacted.
Report mixed_report();
/// The same, as the instructor sees it.
Report mixed_report_for_instructor();
/// All accepted, a case that printed something, one that printed a warning.
Report accepted_report();
/// The unchanged stub.
Report stub_report();
/// Two errors, a warning and a note of the compiler.
Report compile_error_report();
/// One case that the grader could not run: points are empty.
Report internal_error_report();
/// Numbers that are not finite, int64 counts, a params result.
Report odd_numbers_report();
/// Every text field of every part holds what somebody would obey: escapes, markup, commands of CI systems,
/// quotes, invalid UTF-8, line breaks.
Report hostile_report();

/// All of the above with their names.
std::vector<std::pair<std::string, Report>> all_reports();

/// What hidden cases of mixed_report hold in each of their fields; none of it may be in a student's report.
inline constexpr const char* kHiddenMarker = "HIDDEN_MARKER";
inline constexpr double kHiddenNumber = 271828.182845;

}  // namespace grader::testing

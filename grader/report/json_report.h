// The report for programs: JSON, version kReportVersion, described by docs/report.schema.json.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// One JSON object, indented by two spaces, with a line break at the end. A number that JSON has no word for
/// is the string "NaN", "Infinity" or "-Infinity"; points that could not be judged and figures that are
/// withheld are null. A redacted case has only the members that a student may see. Texts are cleaned
/// (clean_text), and written so that the output can stand in a CI system's log or in a web page: `<` and `##`
/// are spelled `\u003c`, `#\u0023`.
std::string write_json(const Report& report);

}  // namespace grader

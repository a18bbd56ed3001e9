// A compile's report as JSON: what the cache keeps, and what `grader compile` writes for a submission that
// fails.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grader/model/report.h"

namespace grader {

/// One line, valid UTF-8 whatever the report holds.
std::string compile_report_json(const CompileReport& report);

/// The report of such a text, or nothing where it is no such text.
std::optional<CompileReport> compile_report_from(std::string_view text);

}  // namespace grader

// GitHub Actions: annotations for the log, a job summary, and GitHub Classroom's result.
#pragma once

#include <string>
#include <string_view>

#include "grader/model/report.h"

namespace grader {

/// Workflow commands for a step's log: at most 10 errors and 10 warnings with file, line and title where they
/// are known, one notice with verdict and points, then the whole text report in a group. The report stands
/// between stop-commands and its end, so that nothing in it is a command. REQUIRES: `token` is random in
/// every run and no word that a submission can know.
std::string write_github(const Report& report, std::string_view token);

/// Markdown for the file that $GITHUB_STEP_SUMMARY names, under 1 MiB.
std::string write_github_summary(const Report& report);

/// The value of the output `result` for GitHub Classroom: base64 of JSON.
std::string write_github_classroom(const Report& report);

}  // namespace grader

// The reports of a class's submissions as files: for students redacted, for the instructor whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/manifest.h"
#include "grader/model/report.h"

namespace grader {

struct ReportPlan {
  std::vector<std::string> formats{"html"};
  bool students = true;
  bool instructor = true;
};

/// `OUT/students/ID.html`, `OUT/instructor/ID+junit.xml`: a format whose ending is not its own name has it
/// before. REQUIRES: a format that there is.
std::filesystem::path report_path(const std::filesystem::path& out, const std::string& audience,
                                  const std::string& id, const std::string& format);

/// All files that the plan means for `id`.
std::vector<std::filesystem::path> report_paths(const std::filesystem::path& out, const std::string& id,
                                                const ReportPlan& plan);

/// Writes them. `whole` is not redacted.
Result<void> write_class_reports(const std::filesystem::path& out, const std::string& id, Report whole,
                                 const ReportPlan& plan, Reveal reveal);

/// The folder that summaries link to: the instructor's where it has HTML, else the students', else "".
std::string linked_reports(const ReportPlan& plan);

}  // namespace grader

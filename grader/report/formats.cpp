#include "grader/report/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "grader/report/csv_report.h"
#include "grader/report/exercism_report.h"
#include "grader/report/github_report.h"
#include "grader/report/gradescope_report.h"
#include "grader/report/html_report.h"
#include "grader/report/json_report.h"
#include "grader/report/junit_report.h"
#include "grader/report/tap_report.h"
#include "grader/report/text_report.h"

namespace grader {
namespace {

// A writer that takes nothing but the report.
template <auto write>
std::string plain(const Report& report, const TextOptions& /*options*/) {
  return write(report);
}

// 128 bits from the system: what stands between stop-commands and this word is no command.
std::string github(const Report& report, const TextOptions& /*options*/) {
  std::random_device device;
  return write_github(report,
                      fmt::format("grader-{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device()));
}

}  // namespace

const std::vector<ReportFormat>& report_formats() {
  static const std::vector<ReportFormat> kFormats{
      {"text", ".txt", "for people, the default", write_text},
      {"json", ".json", "for programs, see docs/report.schema.json", plain<write_json>},
      {"junit", "+junit.xml", "JUnit XML for GitHub, GitLab and Jenkins", plain<write_junit>},
      {"gradescope", "+gradescope.json", "Gradescope's results.json", plain<write_gradescope>},
      {"exercism", "+exercism.json", "Exercism's results.json, version 3", plain<write_exercism>},
      {"github", "+github.txt", "annotations and the report for a GitHub Actions log", github},
      {"github-summary", "+github-summary.md", "Markdown for $GITHUB_STEP_SUMMARY",
       plain<write_github_summary>},
      {"github-classroom", "+github-classroom.txt", "the output 'result' for GitHub Classroom",
       plain<write_github_classroom>},
      {"tap", ".tap", "TAP 14", plain<write_tap>},
      {"html", ".html", "one page that opens offline", plain<write_html>},
      {"csv", ".csv", "a header and one row for a gradebook", plain<write_csv>},
  };
  return kFormats;
}

const ReportFormat* find_report_format(std::string_view name) {
  const auto& all = report_formats();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const ReportFormat& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> report_format_names() {
  std::vector<std::string> names;
  for (const ReportFormat& one : report_formats()) names.emplace_back(one.name);
  return names;
}

}  // namespace grader

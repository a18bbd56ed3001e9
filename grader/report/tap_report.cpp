#include "grader/report/tap_report.h"

#include <fmt/format.h>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

std::string field(std::string_view name, const std::string& text) {
  return text.empty() ? "" : fmt::format("  {}: {}\n", name, quoted_scalar(text));
}

std::string point(const Report& report, std::size_t index) {
  const CaseReport& one = report.cases[index];
  const bool passed = one.verdict == Verdict::kAccepted;
  std::string text = fmt::format("{}ok {} - {}\n", passed ? "" : "not ", index + 1, tap_text(one.name));
  text += fmt::format("  ---\n  verdict: {}\n", to_string(one.verdict));
  text += field("function", one.function);
  if (report.points)
    text +=
        fmt::format("  points: {}\n  max_points: {}\n", points_text(one.points), points_text(one.max_points));
  if (!passed) text += field("message", failure_text(report, index));
  text += field("stdout", one.stdout_text) + field("stderr", one.stderr_text);
  return text + "  ...\n";
}

}  // namespace

std::string write_tap(const Report& report) {
  std::string text = "TAP version 14\n";
  if (report.cases.empty())
    return text + fmt::format("Bail out! {}: {}\n", words(report.verdict), tap_text(report.message));
  text += fmt::format("1..{}\n", report.cases.size());
  for (std::size_t i = 0; i < report.cases.size(); ++i) text += point(report, i);
  text += fmt::format("# verdict: {}\n# {}\n", to_string(report.verdict), total_text(report));
  return text + fmt::format("# {} of {} cases passed, {} started, {} finished\n", report.passed,
                            report.declared, report.started, report.finished);
}

}  // namespace grader

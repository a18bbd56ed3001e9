#include "grader/report/csv_report.h"

#include <fmt/format.h>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {

std::string csv_header() {
  return "submission,verdict,points,max_points,passed,declared,started,finished,reason,not_passed";
}

std::string csv_row(const Report& report) {
  std::string not_passed;
  for (const CaseReport& one : report.cases)
    if (one.verdict != Verdict::kAccepted)
      not_passed +=
          fmt::format("{}{}={}", not_passed.empty() ? "" : " ", clean_line(one.name), to_string(one.verdict));
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_text(clean_line(report.submission)),
                     to_string(report.verdict), report.points ? points_text(*report.points) : "",
                     points_text(report.max_points), report.passed, report.declared, report.started,
                     report.finished, csv_text(clean_line(report.message)), csv_text(not_passed));
}

std::string write_csv(const Report& report) {
  return csv_header() + "\r\n" + csv_row(report) + "\r\n";
}

}  // namespace grader

#include "grader/report/formats.h"

#include <algorithm>

#include "grader/report/json_report.h"
#include "grader/report/text_report.h"

namespace grader {

const std::vector<ReportFormat>& report_formats() {
  static const std::vector<ReportFormat> kFormats{
      {"text", "for people, the default", write_text},
      {"json", "for programs, see docs/report.schema.json",
       [](const Report& report, const TextOptions&) { return write_json(report); }},
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

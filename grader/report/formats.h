// Every report format by its name: a pure function of the one finished report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/model/report.h"
#include "grader/report/text_case.h"

namespace grader {

struct ReportFormat {
  std::string_view name;    // as `--format` takes it
  std::string_view ending;  // of a file; one that is not the format's own name has it before, behind a `+`
  std::string_view about;   // one line for `--help`
  std::string (*write)(const Report& report, const TextOptions& options);  // options: for `text` alone
};

/// In the order in which help lists them; `text` is the first and the default.
const std::vector<ReportFormat>& report_formats();
/// The format of that name, or nullptr.
const ReportFormat* find_report_format(std::string_view name);
/// The names alone, in the same order.
std::vector<std::string> report_format_names();

}  // namespace grader

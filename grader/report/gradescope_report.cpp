#include "grader/report/gradescope_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/quote.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

std::string printed(std::string_view stream, const std::string& text) {
  std::string lines;
  for (const std::string& line : quote_lines(text, "|", 40)) {
    lines += line;
    lines += '\n';
  }
  return lines.empty() ? "" : fmt::format("printed on {}:\n{}", stream, lines);
}

std::string output_of(const Report& report, std::size_t index) {
  const CaseReport& one = report.cases[index];
  return failure_text(report, index) + printed("stdout", one.stdout_text) +
         printed("stderr", one.stderr_text);
}

// Numbers are `FUNCTION.CASE`, both from 1.
std::string number_of(const Report& report, std::size_t index) {
  std::size_t function = 0;
  while (function < report.functions.size() &&
         report.functions[function].name != report.cases[index].function)
    ++function;
  int position = 1;
  for (std::size_t i = 0; i < index; ++i)
    position += report.cases[i].function == report.cases[index].function ? 1 : 0;
  return fmt::format("{}.{}", function + 1, position);
}

Json test_json(const Report& report, std::size_t index) {
  const CaseReport& one = report.cases[index];
  Json test;
  if (report.points) test["score"] = rounded_points(one.points);
  if (report.points) test["max_score"] = rounded_points(one.max_points);
  test["status"] = one.verdict == Verdict::kAccepted ? "passed" : "failed";
  test["name"] = clean_line(one.name);
  test["name_format"] = "text";
  test["number"] = number_of(report, index);
  test["output"] = clean_text(output_of(report, index));
  test["output_format"] = "text";
  test["tags"] = {clean_line(one.function)};
  test["visibility"] = "visible";
  test["extra_data"] = {{"verdict", to_string(one.verdict)}, {"hidden_case", one.hidden}};
  return test;
}

}  // namespace

std::string write_gradescope(const Report& report) {
  Json json;
  if (report.points) json["score"] = rounded_points(*report.points);
  if (report.duration_ms > 0) json["execution_time"] = static_cast<double>(report.duration_ms) / 1000;
  std::string output =
      fmt::format("{}: {}\n{} of {} cases passed, {}\n", words(report.verdict), quote_line(report.message),
                  report.passed, report.declared, total_text(report));
  if (!report.compile.diagnostics.empty()) output += compile_text(report.compile);
  json["output"] = clean_text(output);
  json["output_format"] = "text";
  json["test_output_format"] = "text";
  json["test_name_format"] = "text";
  json["visibility"] = "visible";
  json["stdout_visibility"] = "hidden";
  json["extra_data"] = {
      {"verdict", to_string(report.verdict)}, {"max_points", rounded_points(report.max_points)},
      {"declared", report.declared},          {"started", report.started},
      {"finished", report.finished},          {"passed", report.passed}};
  json["tests"] = Json::array();
  for (std::size_t i = 0; i < report.cases.size(); ++i) json["tests"].push_back(test_json(report, i));
  return json.dump(2) + '\n';
}

}  // namespace grader

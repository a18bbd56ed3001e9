#include "grader/report/github_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/quote.h"
#include "grader/report/text_report.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxAnnotations = 10;  // GitHub shows no more of a kind in a step
constexpr std::size_t kMaxSummaryText = 100'000;

std::string escaped_data(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else {
      out += c;
    }
  }
  return out;
}

std::string escaped_property(std::string_view text) {
  std::string out;
  for (const char c : escaped_data(text)) {
    if (c == ':') {
      out += "%3A";
    } else if (c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

struct Annotation {
  std::string_view kind;  // error, warning, notice
  std::string file;
  int line = 0;
  int col = 0;
  std::string title;
  std::string message;
};

std::string command(const Annotation& one) {
  std::string properties;
  const auto add = [&](std::string_view name, const std::string& value) {
    properties +=
        fmt::format("{}{}={}", properties.empty() ? " " : ",", name, escaped_property(defuse(value)));
  };
  if (!one.file.empty()) add("file", clean_line(one.file));
  if (!one.file.empty() && one.line > 0) add("line", fmt::format("{}", one.line));
  if (!one.file.empty() && one.line > 0 && one.col > 0) add("col", fmt::format("{}", one.col));
  add("title", clean_line(one.title));
  return fmt::format("::{}{}::{}\n", one.kind, properties, escaped_data(defuse(clean_text(one.message))));
}

// The line of the submission that a case points at, or 0.
int line_of(const CaseReport& one) {
  for (const TraceLine& line : one.trace)
    if (line.leaves_the_road) return std::max(line.operation.line, 0);
  return one.thrown ? std::max(one.thrown->line, 0) : 0;
}

std::vector<Annotation> annotations(const Report& report) {
  std::vector<Annotation> all;
  for (const Diagnostic& one : report.compile.diagnostics) {
    const bool error = one.severity == Diagnostic::Severity::kError;
    if (one.severity != Diagnostic::Severity::kNote)
      all.push_back({error ? "error" : "warning", one.path, one.line, one.col, "compiler", one.message});
  }
  if (report.verdict == Verdict::kCompileError) {
    if (all.empty()) all.push_back({"error", report.submission, 0, 0, words(report.verdict), report.message});
    return all;
  }
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const CaseReport& one = report.cases[i];
    if (one.verdict == Verdict::kAccepted) continue;
    all.push_back({"error", one.redacted ? "" : report.submission, line_of(one), 0,
                   fmt::format("{}: {}", one.name, words(one.verdict)), failure_text(report, i)});
  }
  return all;
}

std::string first_of(const std::vector<Annotation>& all, std::string_view kind) {
  std::string text;
  std::size_t count = 0;
  for (const Annotation& one : all)
    if (one.kind == kind && count++ < kMaxAnnotations) text += command(one);
  return text;
}

std::string_view status_of(const Report& report) {
  if (report.verdict == Verdict::kAccepted) return "pass";
  return report.verdict <= Verdict::kCompileError ? "error" : "fail";
}

std::string_view status_of(const CaseReport& one) {
  if (one.verdict == Verdict::kAccepted) return "pass";
  return one.verdict <= Verdict::kRuntimeError ? "error" : "fail";
}

std::string case_row(const CaseReport& one) {
  const std::string message = one.hint.empty() ? one.message : one.hint;
  return fmt::format("| {} | {} | {} | {} |\n", markdown_text(one.name), markdown_text(one.function),
                     words(one.verdict), markdown_text(cut_text(message, 300)));
}

}  // namespace

std::string write_github(const Report& report, std::string_view token) {
  const std::vector<Annotation> all = annotations(report);
  std::string text = first_of(all, "error") + first_of(all, "warning");
  text += command({"notice", "", 0, 0, fmt::format("{}, {}", words(report.verdict), total_text(report)),
                   fmt::format("{} of {} cases passed", report.passed, report.declared)});
  text += fmt::format("::group::report\n::stop-commands::{}\n", token);
  text += write_text(report, {});
  return text + fmt::format("::{}::\n::endgroup::\n", token);
}

std::string write_github_summary(const Report& report) {
  const bool good = report.verdict == Verdict::kAccepted;
  std::string text =
      fmt::format("## {} {}: {}\n\n", good ? "✅" : "❌", markdown_text(report.title), words(report.verdict));
  const std::string counts = fmt::format("{} of {} cases passed", report.passed, report.declared);
  text += fmt::format("{}, {}. {}\n\n", total_text(report), counts,
                      report.message == counts ? "" : markdown_text(report.message));
  text += "| function | cases | points | verdict |\n|---|---|---|---|\n";
  for (const FunctionReport& one : report.functions)
    text += fmt::format(
        "| {} | {} of {} | {} | {} |\n", markdown_text(one.name), one.passed, one.total,
        report.points ? fmt::format("{} of {}", points_text(one.points), points_text(one.max_points)) : "",
        words(one.verdict));
  std::string rows;
  std::size_t left = 0;
  for (const CaseReport& one : report.cases) {
    if (one.verdict == Verdict::kAccepted) continue;
    if (rows.size() < kMaxSummaryText) {
      rows += case_row(one);
    } else {
      ++left;
    }
  }
  if (!rows.empty()) text += "\n| case | function | verdict | what |\n|---|---|---|---|\n" + rows;
  if (left > 0) text += fmt::format("\n{} more cases did not pass.\n", left);
  for (const Diagnostic& one : report.compile.diagnostics)
    text += fmt::format("\n- {}:{}: {}", markdown_text(one.path), one.line,
                        markdown_text(cut_text(one.message, 500)));
  return text + '\n';
}

std::string write_github_classroom(const Report& report) {
  Json json{{"version", 1},
            {"status", status_of(report)},
            {"max_score", rounded_points(report.max_points)},
            {"tests", Json::array()}};
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const CaseReport& one = report.cases[i];
    Json test{{"name", clean_line(one.name)},
              {"status", status_of(one)},
              {"message", clean_text(failure_text(report, i))},
              {"test_code", clean_line(one.call)},
              {"filename", clean_line(report.submission)},
              {"line_no", line_of(one)},
              {"duration", one.wall_ms}};
    if (report.points) test["score"] = rounded_points(one.points);
    json["tests"].push_back(std::move(test));
  }
  return base64(json.dump()) + '\n';
}

}  // namespace grader

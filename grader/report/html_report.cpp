#include "grader/report/html_report.h"

#include <fmt/format.h>

#include "grader/report/format_text.h"
#include "grader/report/html_page.h"
#include "grader/report/html_tensor.h"
#include "grader/report/words.h"

namespace grader {
namespace {

bool passed(Verdict verdict) {
  return verdict == Verdict::kAccepted;
}

std::string paragraph(std::string_view label, const std::string& text, std::string_view css = "") {
  if (text.empty()) return "";
  return fmt::format("<p{}>{}{}</p>\n", css.empty() ? "" : fmt::format(" class=\"{}\"", css),
                     label.empty() ? "" : fmt::format("<strong>{}:</strong> ", label), html_text(text));
}

std::string block(std::string_view label, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("<p>{}:</p>\n<pre>{}</pre>\n", label, html_text(text));
}

std::string list(const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string html = "<ul>\n";
  for (const std::string& line : lines) html += fmt::format("<li>{}</li>\n", html_text(line));
  return html + "</ul>\n";
}

std::string points_html(const Report& report, double points, double most) {
  return report.points ? fmt::format("{} of {}", points_text(points), points_text(most)) : "none";
}

std::string functions_html(const Report& report) {
  std::string html =
      "<table class=\"f\"><caption>Functions</caption><tr><th scope=\"col\">function</th><th "
      "scope=\"col\">cases</th>"
      "<th scope=\"col\">points</th><th scope=\"col\">verdict</th></tr>\n";
  for (const FunctionReport& one : report.functions)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{} of {}</td><td>{}</td><td>{}</td></tr>\n",
                        html_text(one.name), one.passed, one.total,
                        points_html(report, one.points, one.max_points), verdict_html(one.verdict));
  return html + "</table>\n";
}

std::string trace_html(const std::vector<TraceLine>& trace) {
  if (trace.empty()) return "";
  std::string html =
      "<table class=\"f\"><caption>Operations</caption><tr><th scope=\"col\">line</th><th "
      "scope=\"col\">operation</th>"
      "<th scope=\"col\">from</th><th scope=\"col\">to</th><th scope=\"col\">note</th></tr>\n";
  for (const TraceLine& one : trace) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}{}</td></tr>\n",
                        one.operation.line, html_text(one.operation.name), shapes_text(one.operation.inputs),
                        to_string(one.operation.output), one.leaves_the_road ? "<strong>here:</strong> " : "",
                        html_text(one.note));
  }
  return html + "</table>\n";
}

std::string case_html(const Report& report, const CaseReport& one) {
  std::string html = fmt::format("<details{}><summary><strong>{}</strong> ({}{}) {}, {} points</summary>\n",
                                 passed(one.verdict) || one.redacted ? "" : " open=\"open\"",
                                 html_text(one.name), html_text(one.function), one.hidden ? ", hidden" : "",
                                 verdict_html(one.verdict), points_html(report, one.points, one.max_points));
  html += paragraph("call", one.call) + paragraph("about", one.why) + paragraph("", one.message) +
          list(one.details);
  if (one.difference && !passed(one.verdict))
    html += paragraph("", first_text(*one.difference)) + list(one.difference->patterns) +
            html_tensors(*one.difference);
  html += trace_html(one.trace) + paragraph("try", one.help, "hint") + paragraph("hint", one.hint, "hint");
  html += paragraph("known mistake", one.mistake);
  return html + block("printed on stdout", one.stdout_text) + block("printed on stderr", one.stderr_text) +
         "</details>\n";
}

std::string isolation_html(const Isolation& isolation) {
  if (isolation.missing.empty()) return "";
  return paragraph("", fmt::format("sandbox of level {}, without {}", isolation.level,
                                   fmt::join(isolation.missing, ", ")));
}

}  // namespace

std::string write_html(const Report& report) {
  const std::string title = report.title + ": " + report.submission;
  std::string html = html_page_begin(title, html_tensor_style());
  html += fmt::format("<main>\n<h1>{}</h1>\n", html_text(title));
  html += fmt::format("<p id=\"verdict\"><strong>{}</strong>: {}</p>\n<p id=\"points\">{}</p>\n",
                      verdict_html(report.verdict), html_text(report.message), total_text(report));
  html += fmt::format("<p id=\"counts\">{} of {} cases passed, {} started, {} finished</p>\n", report.passed,
                      report.declared, report.started, report.finished);
  if (report.interrupted) html += "<p>Interrupted: this is the report so far.</p>\n";
  html += isolation_html(report.isolation) + functions_html(report);
  html += block("The compiler said", compile_text(report.compile));
  html += "<h2>Cases</h2>\n";
  for (const CaseReport& one : report.cases) html += case_html(report, one);
  html += block("A fresh case that fails as a hidden one does; save it as a case file to work with it",
                report.sibling_yaml);
  html += "</main>\n";
  return html += html_page_end();
}

}  // namespace grader

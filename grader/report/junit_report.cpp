#include "grader/report/junit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using Node = pugi::xml_node;

void set(Node node, const char* name, const std::string& value) {
  node.append_attribute(name) = clean_text(value).c_str();
}

// An attribute stands on one line.
void set_line(Node node, const char* name, const std::string& value) {
  set(node, name, clean_line(value));
}

void add_property(Node properties, const std::string& name, const std::string& value) {
  Node property = properties.append_child("property");
  set_line(property, "name", name);
  set_line(property, "value", value);
}

void add_text(Node parent, const char* name, const std::string& text) {
  if (!text.empty())
    parent.append_child(name).append_child(pugi::node_pcdata).set_value(clean_text(text).c_str());
}

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  std::int64_t time_ms = 0;
};

void count(Counts& counts, const CaseReport& one) {
  ++counts.tests;
  counts.time_ms += one.wall_ms;
  if (one.verdict == Verdict::kInternalError) ++counts.errors;
  if (one.verdict != Verdict::kInternalError && one.verdict != Verdict::kAccepted) ++counts.failures;
}

void set_counts(Node node, const Counts& counts, bool suite) {
  set(node, "tests", fmt::format("{}", counts.tests));
  set(node, "failures", fmt::format("{}", counts.failures));
  set(node, "errors", fmt::format("{}", counts.errors));
  if (suite) set(node, "skipped", "0");
  set(node, "time", seconds_text(counts.time_ms));
}

std::string points_of(const Report& report, double points, double most) {
  return report.points ? fmt::format("{} of {}", points_text(points), points_text(most)) : "none";
}

void add_case(Node suite, const Report& report, std::size_t index) {
  const CaseReport& one = report.cases[index];
  Node node = suite.append_child("testcase");
  set_line(node, "name", one.name);
  set_line(node, "classname", one.function);
  set(node, "time", seconds_text(one.wall_ms));
  if (one.verdict != Verdict::kAccepted) {
    Node failure = node.append_child(one.verdict == Verdict::kInternalError ? "error" : "failure");
    set_line(failure, "message", one.message.empty() ? words(one.verdict) : one.message);
    set(failure, "type", std::string(to_string(one.verdict)));
    failure.append_child(pugi::node_pcdata).set_value(clean_text(failure_text(report, index)).c_str());
  }
  add_text(node, "system-out", one.stdout_text);
  add_text(node, "system-err", one.stderr_text);
}

void add_suite(Node suites, const Report& report, const FunctionReport& function) {
  Node suite = suites.append_child("testsuite");
  set_line(suite, "name", function.name);
  Counts counts;
  for (const CaseReport& one : report.cases)
    if (one.function == function.name) count(counts, one);
  set_counts(suite, counts, true);
  const auto time = report.provenance.find("timestamp");
  if (time != report.provenance.end()) set_line(suite, "timestamp", time->second);
  Node properties = suite.append_child("properties");
  add_property(properties, "verdict", std::string(to_string(function.verdict)));
  add_property(properties, "points", points_of(report, function.points, function.max_points));
  add_property(properties, "total verdict", std::string(to_string(report.verdict)));
  add_property(properties, "total points", points_of(report, report.points.value_or(0), report.max_points));
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const CaseReport& one = report.cases[i];
    if (one.function != function.name) continue;
    add_property(properties, "points of " + one.name, points_of(report, one.points, one.max_points));
    add_case(suite, report, i);
  }
}

void add_empty_suite(Node suites, const Report& report) {
  Node suite = suites.append_child("testsuite");
  set(suite, "name", "grading");
  set_counts(suite, {.tests = 1, .failures = 0, .errors = 1, .time_ms = 0}, true);
  Node node = suite.append_child("testcase");
  set(node, "name", "grading");
  set(node, "classname", "grader");
  set(node, "time", "0.000");
  Node error = node.append_child("error");
  set_line(error, "message", report.message);
  set(error, "type", std::string(to_string(report.verdict)));
  error.append_child(pugi::node_pcdata).set_value(clean_text(report.message).c_str());
}

}  // namespace

std::string write_junit(const Report& report) {
  pugi::xml_document document;
  Node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  Node suites = document.append_child("testsuites");
  set_line(suites, "name", report.title);
  Counts counts;
  for (const CaseReport& one : report.cases) count(counts, one);
  if (report.cases.empty()) counts.tests = counts.errors = 1;
  set_counts(suites, counts, false);
  for (const FunctionReport& function : report.functions) add_suite(suites, report, function);
  if (report.cases.empty()) add_empty_suite(suites, report);
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

}  // namespace grader

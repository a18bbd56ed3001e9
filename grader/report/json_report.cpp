#include "grader/report/json_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "grader/base/text.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json texts(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& value : values) list.push_back(clean_text(value));
  return list;
}

Json shapes(const std::vector<Shape>& values) {
  Json list = Json::array();
  for (const Shape& value : values) list.push_back(value);
  return list;
}

Json tensor(const std::optional<Array>& array) {
  if (!array) return nullptr;
  return {{"shape", array->shape}, {"data", numbers(array->data)}};
}

Json difference_json(const Difference& difference) {
  Json json{{"expected_shape", difference.expected_shape},
            {"got_shape", difference.got_shape},
            {"axes", texts(difference.axes)},
            {"wrong", difference.wrong},
            {"total", difference.total},
            {"max_error", number(difference.max_error)},
            {"max_tolerance_used", number(difference.max_tolerance_used)},
            {"first", nullptr},
            {"patterns", texts(difference.patterns)},
            {"expected", tensor(difference.expected)},
            {"got", tensor(difference.got)},
            {"wrong_at", difference.wrong_at}};
  if (difference.wrong > 0)
    json["first"] = {{"index", difference.first_index},
                     {"expected", number(difference.expected_value)},
                     {"got", number(difference.got_value)}};
  return json;
}

Json thrown_json(const Thrown& thrown) {
  return {{"type", clean_text(thrown.type)},
          {"bases", texts(thrown.bases)},
          {"message", clean_text(thrown.message)},
          {"line", thrown.line}};
}

Json trace_json(const std::vector<TraceLine>& trace) {
  Json list = Json::array();
  for (const TraceLine& line : trace)
    list.push_back({{"operation", clean_text(line.operation.name)},
                    {"line", line.operation.line},
                    {"inputs", shapes(line.operation.inputs)},
                    {"output", line.operation.output},
                    {"stage", line.operation.is_stage},
                    {"leaves_the_road", line.leaves_the_road},
                    {"note", clean_text(line.note)}});
  return list;
}

// What a case has only where it is not redacted.
void add_open_members(Json& json, const CaseReport& one) {
  json["kind"] = to_string(one.kind);
  json["ran"] = one.ran;
  json["why"] = clean_text(one.why);
  json["call"] = clean_text(one.call);
  json["message"] = clean_text(one.message);
  json["details"] = texts(one.details);
  json["help"] = clean_text(one.help);
  json["difference"] = one.difference ? difference_json(*one.difference) : Json(nullptr);
  json["thrown"] = one.thrown ? thrown_json(*one.thrown) : Json(nullptr);
  json["trace"] = trace_json(one.trace);
  json["stdout"] = clean_text(one.stdout_text);
  json["stderr"] = clean_text(one.stderr_text);
  json["mistake"] = clean_text(one.mistake);
  json["wall_ms"] = one.wall_ms;
  json["memory_bytes"] = one.memory_bytes;
}

Json points_json(const Report& report, double points) {
  return report.points ? number(points) : Json(nullptr);
}

Json case_json(const Report& report, const CaseReport& one) {
  Json json{{"name", clean_text(one.name)},
            {"function", clean_text(one.function)},
            {"verdict", to_string(one.verdict)},
            {"points", points_json(report, one.points)},
            {"max_points", number(one.max_points)},
            {"hidden", one.hidden},
            {"redacted", one.redacted},
            {"hint", clean_text(one.hint)}};
  if (!one.redacted) add_open_members(json, one);
  return json;
}

Json function_json(const Report& report, const FunctionReport& function) {
  return {{"name", clean_text(function.name)},
          {"verdict", to_string(function.verdict)},
          {"points", points_json(report, function.points)},
          {"max_points", number(function.max_points)},
          {"passed", function.passed},
          {"total", function.total}};
}

std::string_view severity_text(Diagnostic::Severity severity) {
  if (severity == Diagnostic::Severity::kError) return "error";
  return severity == Diagnostic::Severity::kWarning ? "warning" : "note";
}

Json compile_json(const CompileReport& compile) {
  Json diagnostics = Json::array();
  for (const Diagnostic& one : compile.diagnostics)
    diagnostics.push_back({{"severity", severity_text(one.severity)},
                           {"path", clean_text(one.path)},
                           {"line", one.line},
                           {"col", one.col},
                           {"message", clean_text(one.message)},
                           {"source_line", clean_text(one.source_line)}});
  return {{"ok", compile.ok},
          {"message", clean_text(compile.message)},
          {"help", clean_text(compile.help)},
          {"diagnostics", std::move(diagnostics)},
          {"cut", compile.cut}};
}

Json report_json(const Report& report) {
  Json json{{"format", "grader-report"},
            {"version", kReportVersion},
            {"title", clean_text(report.title)},
            {"submission", clean_text(report.submission)},
            {"audience", clean_text(report.audience)},
            {"verdict", to_string(report.verdict)},
            {"message", clean_text(report.message)},
            {"points", report.points ? number(*report.points) : Json(nullptr)},
            {"max_points", number(report.max_points)},
            {"declared", report.declared},
            {"started", report.started},
            {"finished", report.finished},
            {"passed", report.passed},
            {"interrupted", report.interrupted},
            {"duration_ms", report.duration_ms > 0 ? Json(report.duration_ms) : Json(nullptr)},
            {"compile", compile_json(report.compile)},
            {"functions", Json::array()},
            {"cases", Json::array()},
            {"sibling_yaml", clean_text(report.sibling_yaml)},
            {"isolation",
             {{"level", report.isolation.level},
              {"layers", texts(report.isolation.layers)},
              {"missing", texts(report.isolation.missing)}}},
            {"provenance", Json::object()}};
  for (const FunctionReport& function : report.functions)
    json["functions"].push_back(function_json(report, function));
  for (const CaseReport& one : report.cases) json["cases"].push_back(case_json(report, one));
  for (const auto& [key, value] : report.provenance) json["provenance"][clean_text(key)] = clean_text(value);
  return json;
}

bool is_flat(const Json& json) {
  return std::none_of(json.begin(), json.end(),
                      [](const Json& one) { return one.is_structured() && !one.empty(); });
}

// As dump(2), but an array of numbers or texts stands on one line.
void write(const Json& json, const std::string& indent, std::string& out) {
  if (!json.is_structured() || (json.is_array() && is_flat(json))) {
    out += json.dump();
    return;
  }
  const std::string inner = indent + "  ";
  std::string_view before = "\n";
  out += json.is_object() ? '{' : '[';
  for (const auto& [key, value] : json.items()) {
    out += before;
    out += inner;
    if (json.is_object()) out += Json(key).dump() + ": ";
    write(value, inner, out);
    before = ",\n";
  }
  out += '\n' + indent;
  out += json.is_object() ? '}' : ']';
}

// Both characters occur in JSON inside of strings alone, where every character may be written as its number.
std::string harmless(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const bool second = json[i] == '#' && i > 0 && json[i - 1] == '#';
    if (json[i] == '<') {
      out += "\\u003c";
    } else if (second) {
      out += "\\u0023";
    } else {
      out += json[i];
    }
  }
  return out;
}

}  // namespace

std::string write_json(const Report& report) {
  std::string text;
  write(report_json(report), "", text);
  return harmless(text) + '\n';
}

}  // namespace grader

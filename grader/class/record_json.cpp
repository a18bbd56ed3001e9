#include "grader/class/record_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "grader/base/text.h"
#include "grader/class/class_id.h"
#include "grader/class/json_members.h"

namespace grader {
namespace {

constexpr std::string_view kFormat = "grader-record";
constexpr std::array<std::string_view, 3> kStates{"graded", "failed", "not_handed_in"};

// One array a case, in this order: they are most of a record, and there are many records.
constexpr std::array<std::string_view, 9> kCaseColumns{
    "name", "function", "hidden", "verdict", "points", "max_points", "mistake", "sha256", "tolerance"};

Json case_json(const RecordedCase& one) {
  return Json::array({clean(one.name), clean(one.function), one.hidden, to_string(one.verdict),
                      finite(one.points), finite(one.max_points), clean(one.mistake), clean(one.sha256),
                      clean(one.tolerance)});
}

Json function_json(const FunctionReport& one) {
  return {{"name", clean(one.name)},      {"verdict", to_string(one.verdict)},
          {"points", finite(one.points)}, {"max_points", finite(one.max_points)},
          {"passed", one.passed},         {"total", one.total}};
}

Json record_json(const ClassRecord& record) {
  const bool has_points = record.points && std::isfinite(*record.points);
  Json json{{"format", kFormat},
            {"version", kRecordVersion},
            {"state", to_string(record.state)},
            {"id", clean(record.id)},
            {"student", clean(record.student)},
            {"file", clean(record.file)},
            {"roster", clean_texts(record.roster)},
            {"reason", clean(record.reason)},
            {"verdict", to_string(record.verdict)},
            {"message", clean(record.message)},
            {"points", has_points ? Json(*record.points) : Json(nullptr)},
            {"max_points", finite(record.max_points)},
            {"submission_sha256", clean(record.submission_sha256)},
            {"normalised_sha256", clean(record.normalised_sha256)},
            {"provenance", clean_texts(record.provenance)},
            {"duration_ms", record.duration_ms},
            {"functions", Json::array()},
            {"case_columns", kCaseColumns},
            {"cases", Json::array()}};
  for (const FunctionReport& one : record.functions) json["functions"].push_back(function_json(one));
  for (const RecordedCase& one : record.cases) json["cases"].push_back(case_json(one));
  return json;
}

void read_one(Members members, RecordedCase& out) {
  members.read("name", out.name);
  members.read("function", out.function);
  members.read("hidden", out.hidden);
  members.read("verdict", out.verdict);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("mistake", out.mistake);
  members.read("sha256", out.sha256);
  members.read("tolerance", out.tolerance);
  members.finish();
}

void read_one(Members members, FunctionReport& out) {
  members.read("name", out.name);
  members.read("verdict", out.verdict);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("passed", out.passed);
  members.read("total", out.total);
  members.finish();
}

template <class One>
void read_list(const Json* json, Members::Form form, std::string_view what, std::vector<One>& out,
               std::string& error) {
  if (json == nullptr) return;
  if (!json->is_array()) {
    error = fmt::format("'{}s': expected an array, found {}", what, json->type_name());
    return;
  }
  out.resize(json->size());
  for (std::size_t i = 0; i < out.size() && error.empty(); ++i)
    read_one(Members((*json)[i], form, fmt::format("{} {}", what, i + 1), error), out[i]);
}

void read_head(Members& members, std::string& error) {
  std::string format;
  int version = 0;
  members.read("format", format);
  if (error.empty() && format != kFormat)
    error = fmt::format("expected the format '{}', found '{}'", kFormat, cut_text(format, 60));
  members.read("version", version);
  if (error.empty() && version != kRecordVersion)
    error = fmt::format("the record has version {}, this grader reads version {}: grade the class again",
                        version, kRecordVersion);
}

void read_state(Members& members, ClassRecord& out, std::string& error) {
  std::string state;
  members.read("state", state);
  const auto* const found = std::find(kStates.begin(), kStates.end(), state);
  if (error.empty() && found == kStates.end())
    error = fmt::format("expected one of the states {}, found '{}'", fmt::join(kStates, ", "),
                        cut_text(state, 60));
  if (error.empty()) out.state = static_cast<ClassRecord::State>(found - kStates.begin());
}

void read_all(const Json& json, ClassRecord& out, std::string& error) {
  Members members(json, Members::Form::kObject, "the record", error);
  read_head(members, error);
  read_state(members, out, error);
  members.read("id", out.id);
  if (error.empty() && !is_safe_id(out.id))
    error = fmt::format("the id '{}' is no safe file name: expected letters, digits, '.', '-' and '_'",
                        cut_text(out.id, 60));
  members.read("student", out.student);
  members.read("file", out.file);
  members.read("roster", out.roster);
  members.read("reason", out.reason);
  members.read("verdict", out.verdict);
  members.read("message", out.message);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("submission_sha256", out.submission_sha256);
  members.read("normalised_sha256", out.normalised_sha256);
  members.read("provenance", out.provenance);
  members.read("duration_ms", out.duration_ms);
  read_list(members.find("functions"), Members::Form::kObject, "function", out.functions, error);
  std::vector<std::string> columns;
  members.read("case_columns", columns);
  if (error.empty() && !std::equal(columns.begin(), columns.end(), kCaseColumns.begin(), kCaseColumns.end()))
    error = fmt::format("expected the case_columns {}", fmt::join(kCaseColumns, ", "));
  read_list(members.find("cases"), Members::Form::kArray, "case", out.cases, error);
  members.finish();
}

}  // namespace

std::string_view to_string(ClassRecord::State state) {
  return kStates.at(static_cast<std::size_t>(state));
}

std::string write_record(const ClassRecord& record) {
  return record_json(record).dump() + '\n';
}

Result<ClassRecord> read_record(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return fail("the record is no JSON: it was cut or changed; grade this submission again");
  ClassRecord record;
  std::string error;
  read_all(json, record, error);
  if (!error.empty()) return fail(clean_line(error));
  return record;
}

}  // namespace grader

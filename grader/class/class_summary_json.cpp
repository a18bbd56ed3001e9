#include "grader/class/class_summary_json.h"

#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/class/gradebook.h"
#include "grader/class/json_members.h"
#include "grader/class/record_json.h"
#include "grader/report/format_text.h"

namespace grader {
namespace {

Json points(double value) {
  return rounded_points(value);
}

Json points(const std::optional<double>& value) {
  return value ? points(*value) : Json(nullptr);
}

Json verdicts_json(const ClassStats& stats) {
  Json json = Json::object();
  for (int i = kVerdictCount - 1; i >= 0; --i) {
    const auto found = stats.verdicts.find(static_cast<Verdict>(i));
    json[to_string(static_cast<Verdict>(i))] = found == stats.verdicts.end() ? 0 : found->second;
  }
  return json;
}

Json points_json(const PointsStats& stats) {
  const auto number = [&](double value) { return stats.count > 0 ? points(value) : Json(nullptr); };
  Json bands = Json::array();
  for (const PointsBand& band : stats.bands)
    bands.push_back({{"from", points(band.from)}, {"to", points(band.to)}, {"count", band.count}});
  return {{"count", stats.count},           {"max", number(stats.most)},
          {"mean", number(stats.mean)},     {"median", number(stats.median)},
          {"lowest", number(stats.lowest)}, {"highest", number(stats.highest)},
          {"bands", std::move(bands)}};
}

Json functions_json(const ClassStats& stats) {
  Json json = Json::array();
  for (const FunctionStats& one : stats.functions)
    json.push_back({{"name", one.name},
                    {"max_points", points(one.max_points)},
                    {"mean_points", points(one.mean_points)},
                    {"submissions", one.submissions},
                    {"accepted", one.accepted},
                    {"passed", one.passed},
                    {"total", one.total}});
  return json;
}

Json cases_json(const ClassTable& table, const ClassStats& stats) {
  Json json = Json::array();
  for (std::size_t i = 0; i < table.cases.size(); ++i) {
    const CaseColumn& column = table.cases[i];
    const CaseStats& one = stats.cases[i];
    const double rate = one.total > 0 ? static_cast<double>(one.passed) / one.total : 0;
    json.push_back({{"name", column.name},
                    {"function", column.function},
                    {"hidden", column.hidden},
                    {"max_points", points(column.max_points)},
                    {"passed", one.passed},
                    {"total", one.total},
                    {"pass_rate", one.total > 0 ? points(rate) : Json(nullptr)}});
  }
  return json;
}

Json mistakes_json(const ClassInfo& info, const ClassStats& stats) {
  Json json = Json::array();
  for (const MistakeStats& one : stats.mistakes)
    json.push_back({{"name", one.name},
                    {"submissions", one.submissions},
                    {"hint", clean_line(hint_of(info.hints, one.name))}});
  return json;
}

Json settings_json(const ClassTable& table) {
  Json json = Json::object();
  for (const auto& [name, setting] : table.settings)
    json[name] = {{"records", setting.records}, {"others", setting.others}};
  return json;
}

Json letters_json() {
  Json json = Json::object();
  for (int i = kVerdictCount - 1; i >= 0; --i) {
    const auto verdict = static_cast<Verdict>(i);
    json[std::string(1, verdict_letter(verdict))] = to_string(verdict);
  }
  json[std::string(1, kNoCase)] = "no_such_case";
  return json;
}

Json row_functions_json(const ClassTable& table, const ClassRow& row) {
  Json json = Json::array();
  for (std::size_t i = 0; i < table.functions.size(); ++i) {
    if (!row.functions[i]) continue;
    const FunctionReport& one = *row.functions[i];
    json.push_back({{"name", table.functions[i]},
                    {"verdict", to_string(one.verdict)},
                    {"points", row.points ? points(one.points) : Json(nullptr)},
                    {"max_points", points(one.max_points)}});
  }
  return json;
}

Json row_json(const ClassTable& table, const ClassRow& row, const Alike& same, const Alike& nearly) {
  const bool handed_in = row.state != ClassRecord::State::kNotHandedIn;
  return {{"id", row.id},
          {"student", row.student},
          {"file", row.file},
          {"roster", row.roster},
          {"state", to_string(row.state)},
          {"verdict", handed_in ? Json(to_string(row.verdict)) : Json(nullptr)},
          {"points", points(row.points)},
          {"max_points", points(row.max_points)},
          {"passed", row.passed},
          {"total", row.total},
          {"functions", row_functions_json(table, row)},
          {"cells", row.cells},
          {"mistakes", row.mistakes},
          {"reason", reason_of(row)},
          {"same_as", to_text(same)},
          {"same_but_for_spaces_and_comments", to_text(nearly)},
          {"submission_sha256", row.submission_sha256},
          {"normalised_sha256", row.normalised_sha256},
          {"duration_ms", row.duration_ms}};
}

Json case_changes_json(const RecordChange& change) {
  const auto verdict = [](const std::optional<Verdict>& one) {
    return one ? Json(to_string(*one)) : Json(nullptr);
  };
  Json json = Json::array();
  for (const CaseChange& one : change.cases)
    json.push_back({{"name", one.name},
                    {"before", verdict(one.before)},
                    {"after", verdict(one.after)},
                    {"content_changed", one.content},
                    {"tolerance", one.tolerance}});
  return json;
}

Json regrade_json(const std::optional<ClassDiff>& diff) {
  if (!diff) return nullptr;
  Json changed = Json::array();
  for (const RecordChange& one : diff->changed)
    changed.push_back({{"id", one.id},
                       {"student", one.student},
                       {"verdict_before", one.verdict_before},
                       {"verdict_after", one.verdict_after},
                       {"points_before", points(one.points_before)},
                       {"points_after", points(one.points_after)},
                       {"causes", one.causes},
                       {"cases", case_changes_json(one)}});
  return {{"same", diff->same}, {"causes", diff->causes}, {"changed", std::move(changed)}};
}

Json head_json(const ClassInfo& info, const ClassTable& table, const ClassStats& stats) {
  return {{"format", "grader-class-summary"},
          {"version", kSummaryVersion},
          {"title", clean_line(info.title)},
          {"provenance", clean_texts(info.provenance)},
          {"counts",
           {{"rows", table.rows.size()},
            {"graded", stats.graded},
            {"failed", stats.failed},
            {"not_handed_in", stats.not_handed_in},
            {"different", stats.different}}},
          {"verdicts", verdicts_json(stats)},
          {"points", points_json(stats.points)},
          {"functions", functions_json(stats)},
          {"cases", cases_json(table, stats)},
          {"mistakes", mistakes_json(info, stats)},
          {"settings", settings_json(table)},
          {"letters", letters_json()},
          {"regrade", regrade_json(info.regrade)}};
}

}  // namespace

std::string write_summary_json(const ClassInfo& info, const ClassTable& table, const ClassStats& stats,
                               const Likeness& likeness) {
  std::string text = head_json(info, table, stats).dump(1);
  text.erase(text.rfind('}') - 1);  // and the line break before it
  text += ",\n \"rows\": [";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += i == 0 ? "\n  " : ",\n  ";
    text += row_json(table, table.rows[i], likeness.same[i], likeness.nearly[i]).dump();
  }
  return text + "\n ]\n}\n";
}

}  // namespace grader

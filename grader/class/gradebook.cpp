#include "grader/class/gradebook.h"

#include <fmt/format.h>

#include <vector>

#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using Fields = std::vector<std::string>;

std::string line(const Fields& fields) {
  std::string text;
  for (const std::string& field : fields) text += csv_text(field) + ',';
  text.pop_back();
  return text + "\r\n";
}

std::string header(const ClassTable& table) {
  Fields fields{"student"};
  for (const std::string& name : table.roster) fields.push_back("roster." + name);
  for (const char* name : {"file", "verdict", "points", "max_points"}) fields.emplace_back(name);
  for (const std::string& name : table.functions) fields.push_back("points." + name);
  for (const char* name : {"passed", "total", "mistakes", "reason", "same_as",
                           "same_but_for_spaces_and_comments", "submission_sha256", "id"})
    fields.emplace_back(name);
  return line(fields);
}

void add_roster(Fields& fields, const ClassTable& table, const ClassRow& row) {
  for (const std::string& name : table.roster) {
    const auto found = row.roster.find(name);
    fields.push_back(found == row.roster.end() ? "" : found->second);
  }
}

void add_points(Fields& fields, const ClassRow& row) {
  const bool judged = row.state != ClassRecord::State::kNotHandedIn;
  fields.push_back(row.points ? points_text(*row.points) : "");
  fields.push_back(judged ? points_text(row.max_points) : "");
  for (const auto& function : row.functions)
    fields.push_back(row.points && function ? points_text(function->points) : "");
  fields.push_back(judged ? std::to_string(row.passed) : "");
  fields.push_back(judged ? std::to_string(row.total) : "");
}

}  // namespace

const std::string& reason_of(const ClassRow& row) {
  return row.reason.empty() ? row.message : row.reason;
}

std::string_view verdict_name(const ClassRow& row) {
  return row.state == ClassRecord::State::kNotHandedIn ? "not_handed_in" : to_string(row.verdict);
}

std::string write_gradebook(const ClassTable& table, const Likeness& likeness) {
  std::string text = header(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const ClassRow& row = table.rows[i];
    Fields fields{row.student};
    add_roster(fields, table, row);
    fields.push_back(row.file);
    fields.emplace_back(verdict_name(row));
    add_points(fields, row);
    fields.push_back(fmt::format("{}", fmt::join(row.mistakes, "; ")));
    fields.push_back(reason_of(row));
    fields.push_back(to_text(likeness.same[i]));
    fields.push_back(to_text(likeness.nearly[i]));
    fields.push_back(row.submission_sha256);
    fields.push_back(row.id);
    text += line(fields);
  }
  return text;
}

}  // namespace grader

#include "grader/class/roster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "grader/base/text.h"
#include "grader/class/csv_reader.h"

namespace grader {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

class Roster {
 public:
  explicit Roster(std::string path) : path_(std::move(path)) {}

  ResultOrErrors<std::vector<RosterRow>> read(const std::vector<CsvRow>& rows, const std::string& column) {
    if (rows.empty()) {
      complain({.path = path_}, "the roster is empty, expected a first line that names the columns");
    } else {
      read_header(rows[0], column);
      for (std::size_t i = 1; i < rows.size() && !broken_; ++i) read_row(rows[i]);
    }
    if (!errors_.empty()) return tl::make_unexpected(std::move(errors_));
    return std::move(rows_);
  }

 private:
  void complain(Place place, std::string message) {
    errors_.push_back({.message = std::move(message), .place = std::move(place), .source_line = {}});
  }

  void read_header(const CsvRow& header, const std::string& column) {
    std::vector<std::string> low;
    for (const CsvField& field : header) {
      names_.push_back(clean_line(trimmed(field.text)));
      if (std::find(low.begin(), low.end(), lower(names_.back())) != low.end())
        complain(field.place, fmt::format("column '{}' is there twice", names_.back()));
      low.push_back(lower(names_.back()));
    }
    const std::vector<std::string> wanted =
        column.empty() ? std::vector<std::string>{"id", "student", "login", "username", "email"}
                       : std::vector<std::string>{lower(column)};
    for (const std::string& name : wanted) {
      const auto found = std::find(low.begin(), low.end(), name);
      if (found == low.end()) continue;
      student_ = static_cast<std::size_t>(found - low.begin());
      return;
    }
    if (column.empty()) return;
    broken_ = true;
    complain(header[0].place, fmt::format("there is no column '{}', expected one of {}", clean_line(column),
                                          fmt::join(names_, ", ")));
  }

  void read_row(const CsvRow& row) {
    if (row.size() != names_.size())
      return complain(row[0].place, fmt::format("the row has {} {}, and the first line names {}", row.size(),
                                                row.size() == 1 ? "field" : "fields", names_.size()));
    RosterRow read{.student = trimmed(row[student_].text), .columns = {}};
    if (read.student.empty()) return complain(row[student_].place, "the student's name is empty");
    if (!seen_.insert(read.student).second)
      return complain(row[student_].place,
                      fmt::format("student '{}' is there twice", clean_line(read.student)));
    for (std::size_t i = 0; i < row.size(); ++i)
      if (i != student_) read.columns[names_[i]] = clean_line(trimmed(row[i].text));
    rows_.push_back(std::move(read));
  }

  std::string path_;
  std::vector<std::string> names_;
  std::size_t student_ = 0;
  bool broken_ = false;
  std::set<std::string> seen_;
  std::vector<RosterRow> rows_;
  Errors errors_;
};

}  // namespace

ResultOrErrors<std::vector<RosterRow>> read_roster(std::string_view text, const std::string& shown_path,
                                                   const std::string& column) {
  const auto rows = read_csv(text, shown_path);
  if (!rows) return tl::make_unexpected(Errors{rows.error()});
  return Roster(shown_path).read(*rows, column);
}

}  // namespace grader

// Who is in a class: a CSV file with a row for each student.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct RosterRow {
  std::string student;  // as the file has it
  std::map<std::string, std::string>
      columns;  // all of the row but the student's, by the header's names; cleaned
};

/// The rows of a roster. The first row of `text` names the columns. The students' is `column`, or where that
/// is
/// "" the first of `id`, `student`, `login`, `username` and `email` that there is (letter case does not
/// count), or else the first. All errors in one go, each with its place: what read_csv says, a column that is
/// not there or there twice, a row of another length, an empty or repeated name.
ResultOrErrors<std::vector<RosterRow>> read_roster(std::string_view text, const std::string& shown_path,
                                                   const std::string& column);

}  // namespace grader

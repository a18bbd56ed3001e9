// Submission × case as an HTML table that stays small: equal rows are one row.
#pragma once

#include <string>
#include <string_view>

#include "grader/class/class_stats.h"
#include "grader/class/class_table.h"

namespace grader {

/// The heat map with its legend: a row for each different outcome of the cases, those with most passed first,
/// naming the submissions that have it; a letter in each cell, its colour is a class of heat_map_style().
/// At most some 40,000 cells: of more outcomes those that most submissions share, and a sentence says what is
/// left out. `reports` is the folder that the links go to, "" for none.
std::string heat_map_html(const ClassTable& table, std::string_view reports);

std::string_view heat_map_style();

/// The student's name, as a link to the report where there is one.
std::string student_html(const ClassRow& row, std::string_view reports);

/// `70 of 74 passed, 3 wrong answer, 1 time limit`: a row's letters in words.
std::string cells_text(const ClassRow& row);

}  // namespace grader

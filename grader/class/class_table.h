// The records of a class as one small table: rows in the order of the students, columns in that of the cases.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/class/class_record.h"

namespace grader {

/// What a case came to, as one letter: `.` accepted, `W` wrong answer, and so on; `-` where a record has no
/// such case.
char verdict_letter(Verdict verdict);
inline constexpr char kNoCase = '-';

/// A record with its cases folded into letters. Texts are cleaned, on one line.
struct ClassRow {
  ClassRecord::State state = ClassRecord::State::kGraded;
  std::string id;
  std::string student;
  std::string file;
  std::map<std::string, std::string> roster;
  std::string reason;
  Verdict verdict = Verdict::kInternalError;
  std::string message;
  std::optional<double> points;
  double max_points = 0;
  std::vector<std::optional<FunctionReport>> functions;  // one a column of ClassTable::functions
  std::string cells;                                     // one letter a column of ClassTable::cases
  int passed = 0;                                        // of its own cases
  int total = 0;
  std::vector<std::string> mistakes;  // slugs, each once, sorted
  std::string submission_sha256;
  std::string normalised_sha256;
  std::int64_t duration_ms = 0;
};

struct CaseColumn {
  std::string name;
  std::string function;
  bool hidden = false;
  double max_points = 0;
};

/// A setting of the provenance: how many records have which value. Where it has more than eight values, as
/// one that each submission has for itself, none is named and `others` counts the records.
struct Setting {
  std::map<std::string, int> records;
  int others = 0;
};

struct ClassTable {
  std::vector<ClassRow> rows;  // sorted by student, then by id
  std::vector<std::string> functions;
  std::vector<CaseColumn> cases;
  std::vector<std::string> roster;  // names of the roster's columns, sorted
  std::map<std::string, Setting> settings;
};

/// Takes records one by one, and keeps of each the row alone.
class ClassTableBuilder {
 public:
  void add(const ClassRecord& record);

  /// The table, the same for the same records in any order. What was added is used up.
  ClassTable take();

 private:
  // The cases or functions that a record has, in its order: the same for nearly all.
  struct Layout {
    std::vector<CaseColumn> cases;
    std::vector<std::string> functions;
  };
  struct Raw {
    ClassRow row;  // its functions and cells in the order of its layout
    std::size_t layout = 0;
  };

  std::size_t layout_of(const ClassRecord& record);
  void count_settings(const ClassRecord& record);

  std::vector<Raw> raw_;
  std::vector<Layout> layouts_;
  std::map<std::string, std::size_t> layout_numbers_;
  std::map<std::string, std::map<std::string, int>> settings_;
};

}  // namespace grader

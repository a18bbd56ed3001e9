#include "grader/class/roster.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

// `name|column=value,…` a row, or the errors.
std::string read(std::string_view text, const std::string& column = "") {
  const auto rows = read_roster(text, "r.csv", column);
  if (!rows) return to_text(rows.error());
  std::string shown;
  for (const RosterRow& row : *rows) {
    shown += row.student + "|";
    for (const auto& [name, value] : row.columns) shown.append(name).append("=").append(value).append(",");
    shown += "\n";
  }
  return shown;
}

TEST(RosterTest, ReadsWhatSpreadsheetsWrite) {
  constexpr struct {
    const char* text;
    const char* rows;
  } kTable[] = {
      {"id,name\na,Ann\nb,Bob", "a|name=Ann,\nb|name=Bob,\n"},
      {"\xEF\xBB\xBFname;Login\r\nAnn;a\r\n\r\nBob;b\r\n", "a|name=Ann,\nb|name=Bob,\n"},
      {"who\tgroup\ra\t1\r", "a|group=1,\n"},
      {"student,note\na,\"x, \"\"y\"\"\nz\"\n", "a|note=x, \"y\"\\nz,\n"},
      {"email\na@b.c\n", "a@b.c|\n"},
      {"id,x\n\" a \",=1+1\n", "a|x==1+1,\n"},
      {"id\n", ""},
      {"id,x\na,\n", "a|x=,\n"},
  };
  for (const auto& [text, rows] : kTable) EXPECT_EQ(read(text), rows) << text;
  EXPECT_EQ(read("id,name\n1,Ann\n", "NAME"), "Ann|id=1,\n");
}

TEST(RosterTest, SaysWhereARosterIsWrong) {
  constexpr struct {
    const char* text;
    const char* column;
    const char* errors;
  } kTable[] = {
      {"", "", "r.csv: the roster is empty, expected a first line that names the columns\n"},
      {"id,name\na,\"Ann\n", "", "r.csv:2:3: a quote that is never closed\n  a,\"Ann\n    ^\n"},
      {"id,name\na,\"Ann\"x\n", "",
       "r.csv:2:8: text after a closing quote, expected a separator or the end of the line\n  a,\"Ann\"x\n"
       "         ^\n"},
      {"id,name\na,An\"n\n", "",
       "r.csv:2:5: a quote inside a field, expected the whole field in quotes and this one doubled\n  "
       "a,An\"n\n"
       "      ^\n"},
      {"id,name\n1,Ann\n", "login", "r.csv:1:1: there is no column 'login', expected one of id, name\n"},
      {"id,ID\n", "", "r.csv:1:4: column 'ID' is there twice\n"},
      {"id,name\na\nb,c,d\na,x\na,y\n,z\n", "",
       "r.csv:2:1: the row has 1 field, and the first line names 2\n"
       "r.csv:3:1: the row has 3 fields, and the first line names 2\n"
       "r.csv:5:1: student 'a' is there twice\n"
       "r.csv:6:1: the student's name is empty\n"},
  };
  for (const auto& [text, column, errors] : kTable) EXPECT_EQ(read(text, column), errors) << text;
}

}  // namespace
}  // namespace grader

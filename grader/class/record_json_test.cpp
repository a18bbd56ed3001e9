#include "grader/class/record_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "grader/class/testing.h"

namespace grader {
namespace {

using nlohmann::json;

TEST(RecordJsonTest, ReadsWhatItWrote) {
  for (const ClassRecord& record : testing::small_class()) {
    const std::string text = write_record(record);
    const auto read = read_record(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(write_record(*read), text);
    EXPECT_EQ(read->state, record.state);
    EXPECT_EQ(read->student, record.student);
    EXPECT_EQ(read->points, record.points);
    EXPECT_EQ(read->roster, record.roster);
    EXPECT_EQ(read->provenance, record.provenance);
    EXPECT_EQ(read->cases.size(), record.cases.size());
  }
}

TEST(RecordJsonTest, ReadsWhatItWroteOfHostileTexts) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::string text = write_record(testing::random_record(seed));
    const auto read = read_record(text);
    ASSERT_TRUE(read) << read.error().message << '\n' << text;
    EXPECT_EQ(write_record(*read), text);
  }
}

TEST(RecordJsonTest, WritesNoNumberThatJsonHasNot) {
  ClassRecord record = testing::small_class()[0];
  record.points = std::numeric_limits<double>::quiet_NaN();
  record.max_points = std::numeric_limits<double>::infinity();
  record.cases[0].points = -std::numeric_limits<double>::infinity();
  const auto read = read_record(write_record(record));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->points);
  EXPECT_EQ(read->max_points, 0);
  EXPECT_EQ(read->cases[0].points, 0);
}

TEST(RecordJsonTest, SaysWhatIsWrong) {
  struct Row {
    const char* change;  // a JSON merge patch
    const char* expected;
  };
  const std::vector<Row> rows{
      {R"({"format": "x"})", "expected the format 'grader-record', found 'x'"},
      {R"({"version": 2})", "the record has version 2, this grader reads version 1: grade the class again"},
      {R"({"version": "1"})",
       "the record, 'version': expected a whole number from 0 to 2147483647, found string"},
      {R"({"state": "lost"})", "expected one of the states graded, failed, not_handed_in, found 'lost'"},
      {R"({"id": "../x"})", "the id '../x' is no safe file name: expected letters, digits, '.', '-' and '_'"},
      {R"({"id": ""})", "the id '' is no safe file name: expected letters, digits, '.', '-' and '_'"},
      {R"({"student": 1})", "the record, 'student': expected a text, found number"},
      {R"({"student": null})", "the record has no 'student'"},
      {R"({"roster": ["x"]})", "the record, 'roster': expected an object of texts, found array"},
      {R"({"roster": {"x": 1}})", "the record, 'roster': expected an object of texts, found object"},
      {R"({"verdict": "great"})", "the record has a verdict 'great' that this grader does not know"},
      {R"({"points": "3"})", "the record, 'points': expected a number, found string"},
      {R"({"duration_ms": -1})",
       "the record, 'duration_ms': expected a whole number from 0 to 9223372036854775807, found number"},
      {R"({"duration_ms": 18446744073709551615})",
       "the record, 'duration_ms': expected a whole number from 0 to 9223372036854775807, found number"},
      {R"({"cases": {}})", "'cases': expected an array, found object"},
      {R"({"cases": [1]})", "case 1: expected an array, found number"},
      {R"({"cases": [[]]})", "case 1 has no 'name'"},
      {R"({"cases": [["a", "f", false, "accepted", 1, 1, "", "x"]]})", "case 1 has no 'tolerance'"},
      {R"({"cases": [["a", "f", 0, "accepted", 1, 1, "", "x", "t"]]})",
       "case 1, 'hidden': expected true or false, found number"},
      {R"({"cases": [["a", "f", false, "accepted", 1, 1, "", "x", "t", 0]]})",
       "case 1 has 10 members, expected 9"},
      {R"({"case_columns": ["name"]})",
       "expected the case_columns name, function, hidden, verdict, points, max_points, mistake, sha256, "
       "tolerance"},
      {R"({"case_columns": [1]})", "the record, 'case_columns': expected an array of texts, found array"},
      {R"({"cases": [{}]})", "case 1: expected an array, found object"},
      {R"({"functions": [[]]})", "function 1: expected an object, found array"},
      {R"({"functions": [{}]})", "function 1 has no 'name'"},
      {R"({"extra": 1})", "the record has 20 members, expected 19"}};
  const json whole = json::parse(write_record(testing::small_class()[0]));
  for (const Row& row : rows) {
    json changed = whole;
    changed.merge_patch(json::parse(row.change));
    const auto read = read_record(changed.dump());
    ASSERT_FALSE(read) << row.change;
    EXPECT_EQ(read.error().message, row.expected);
  }
}

TEST(RecordJsonTest, RefusesEveryCutText) {
  const std::string text = write_record(testing::small_class()[0]);
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    const auto read = read_record(std::string_view(text).substr(0, size));
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().message,
              "the record is no JSON: it was cut or changed; grade this submission again");
  }
}

TEST(RecordJsonTest, TakesAnyBytes) {
  const std::string text = write_record(testing::small_class()[0]);
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ (1 << (i % 8)));
    const auto read = read_record(changed);
    if (!read) {
      EXPECT_FALSE(read.error().message.empty());
    }
  }
  EXPECT_FALSE(read_record(std::string(200'000, '[')));
  EXPECT_FALSE(read_record("[\"grader-record\", 1]"));
}

}  // namespace
}  // namespace grader

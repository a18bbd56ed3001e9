#include "grader/class/class_stats.h"

#include <gtest/gtest.h>

#include <set>

#include "grader/class/testing.h"

namespace grader {
namespace {

ClassTable table_of(const std::vector<ClassRecord>& records) {
  ClassTableBuilder builder;
  for (const ClassRecord& record : records) builder.add(record);
  return builder.take();
}

ClassRecord with_points(int index, double points, double most) {
  ClassRecord record;
  record.id = record.student = "s" + std::to_string(index);
  record.verdict = Verdict::kWrongAnswer;
  record.points = points;
  record.max_points = most;
  return record;
}

PointsStats points_of(const std::vector<double>& points, double most) {
  std::vector<ClassRecord> records;
  records.reserve(points.size());
  for (const double one : points) records.push_back(with_points(static_cast<int>(records.size()), one, most));
  return stats_of(table_of(records)).points;
}

std::vector<int> counts_of(const PointsStats& stats) {
  std::vector<int> counts;
  for (const PointsBand& band : stats.bands) counts.push_back(band.count);
  return counts;
}

TEST(ClassStatsTest, SumsUpPoints) {
  struct Row {
    std::vector<double> points;
    double most;
    double mean;
    double median;
    std::vector<int> bands;
  };
  const std::vector<Row> rows{{{5}, 10, 5, 5, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}},
                              {{0, 10}, 10, 5, 5, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
                              {{0, 1, 8}, 10, 3, 1, {1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0}},
                              {{9.99, 10}, 10, 9.995, 9.995, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}},
                              // Ten times 0.1 is a hair below 1.
                              {{0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1},
                               1,
                               1,
                               1,
                               {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
                              {{0.1 * 3}, 1, 0.3, 0.3, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
                              {{12, -1}, 10, 5.5, 5.5, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}},
                              {{0, 0}, 0, 0, 0, {}}};
  for (const Row& row : rows) {
    const PointsStats stats = points_of(row.points, row.most);
    EXPECT_EQ(stats.count, row.points.size());
    EXPECT_DOUBLE_EQ(stats.mean, row.mean);
    EXPECT_DOUBLE_EQ(stats.median, row.median);
    EXPECT_EQ(counts_of(stats), row.bands);
  }
}

TEST(ClassStatsTest, LeavesOutWhatHasNoPoints) {
  const ClassStats stats = stats_of(table_of(testing::small_class()));
  EXPECT_EQ(stats.graded, 5);
  EXPECT_EQ(stats.failed, 1);
  EXPECT_EQ(stats.not_handed_in, 1);
  EXPECT_EQ(stats.different, 5);
  EXPECT_EQ(stats.points.count, 5);
  EXPECT_DOUBLE_EQ(stats.points.mean, 1.2);
  EXPECT_EQ(stats.verdicts, (std::map<Verdict, int>{{Verdict::kInternalError, 1},
                                                    {Verdict::kCompileError, 1},
                                                    {Verdict::kWrongAnswer, 3},
                                                    {Verdict::kAccepted, 1}}));
}

TEST(ClassStatsTest, CountsFunctionsCasesAndMistakes) {
  const ClassStats stats = stats_of(table_of(testing::small_class()));
  ASSERT_EQ(stats.functions.size(), 3U);
  EXPECT_EQ(stats.functions[1].name, "merge_heads");
  EXPECT_EQ(stats.functions[1].accepted, 1);
  EXPECT_EQ(stats.functions[1].submissions, 5);
  EXPECT_DOUBLE_EQ(stats.functions[1].mean_points, 0.2);
  ASSERT_EQ(stats.cases.size(), 3U);
  EXPECT_EQ(stats.cases[0].passed, 4);
  EXPECT_EQ(stats.cases[0].total, 5);
  ASSERT_EQ(stats.mistakes.size(), 1U);
  EXPECT_EQ(stats.mistakes[0].name, "no_transpose");
  EXPECT_EQ(stats.mistakes[0].submissions, 3);
}

TEST(ClassStatsTest, FindsTheHintOfMistakesThatAreOne) {
  const std::map<std::string, std::string> hints{{"a", "One."}, {"b", "Two."}, {"twin", "One."}};
  const std::vector<std::pair<const char*, const char*>> rows{
      {"a", "One."},         {"a or b", "Either: One. Or: Two."},
      {"a or twin", "One."}, {"new or b", "Two."},
      {"new", ""},           {"", ""},
      {" or ", ""}};
  for (const auto& [mistake, hint] : rows) EXPECT_EQ(hint_of(hints, mistake), hint) << mistake;
}

TEST(ClassStatsTest, AnEmptyClassHasNothing) {
  const ClassStats stats = stats_of(table_of({}));
  EXPECT_EQ(stats.points.count, 0);
  EXPECT_TRUE(stats.points.bands.empty());
  EXPECT_EQ(stats.graded + stats.failed + stats.not_handed_in + stats.different, 0);
}

// Each of `count` rows with a content and a text of its own choice.
std::vector<ClassRecord> with_digests(int count, std::string (*content)(int), std::string (*text)(int)) {
  std::vector<ClassRecord> records;
  for (int i = 0; i < count; ++i) {
    records.push_back(with_points(i, 1, 1));
    records.back().submission_sha256 = content(i);
    records.back().normalised_sha256 = text(i);
  }
  return records;
}

TEST(ClassStatsTest, NamesAFewOfThoseAlikeAndCountsTheOthers) {
  const auto one = [](int) { return std::string("one"); };
  const auto own = [](int i) { return std::to_string(i); };
  const auto none = [](int) { return std::string(); };
  struct Row {
    int rows;
    std::string (*content)(int);
    std::string (*text)(int);
    const char* same;  // of the second row
    const char* nearly;
  };
  const std::vector<Row> rows{{2, one, one, "s0", ""}, {9, one, one, "s0, s2, s3, s4, s5 and 3 more", ""},
                              {2, own, one, "", "s0"}, {9, own, one, "", "s0, s2, s3, s4, s5 and 3 more"},
                              {9, own, own, "", ""},   {9, own, none, "", ""},
                              {9, none, none, "", ""}};
  for (const Row& row : rows) {
    const Likeness likeness = likeness_of(table_of(with_digests(row.rows, row.content, row.text)));
    EXPECT_EQ(to_text(likeness.same[1]), row.same);
    EXPECT_EQ(to_text(likeness.nearly[1]), row.nearly);
  }
}

TEST(ClassTableTest, PutsTheCasesOfOtherRecordsInTheirOwnColumns) {
  std::vector<ClassRecord> records{testing::small_class()[0], testing::small_class()[1]};
  std::swap(records[1].cases[0], records[1].cases[2]);
  records[1].cases[1].name = "added_later";
  const ClassTable table = table_of(records);
  ASSERT_EQ(table.cases.size(), 4U);
  EXPECT_EQ(table.cases[3].name, "added_later");
  EXPECT_EQ(table.rows[0].cells, "...-");
  EXPECT_EQ(table.rows[1].cells, ".-WW");
  EXPECT_EQ(table.rows[1].passed, 1);
  EXPECT_EQ(table.rows[1].total, 3);
}

TEST(ClassTableTest, NamesTheValuesOfSettingsThatAreFew) {
  std::vector<ClassRecord> records;
  for (int i = 0; i < 9; ++i) {
    records.push_back(with_points(i, 1, 1));
    records.back().provenance = {{"compiler", i < 3 ? "g++ 12" : "g++ 13"}, {"seed", std::to_string(i)}};
  }
  const ClassTable table = table_of(records);
  EXPECT_EQ(table.settings.at("compiler").records,
            (std::map<std::string, int>{{"g++ 12", 3}, {"g++ 13", 6}}));
  EXPECT_EQ(table.settings.at("compiler").others, 0);
  EXPECT_TRUE(table.settings.at("seed").records.empty());
  EXPECT_EQ(table.settings.at("seed").others, 9);
}

TEST(ClassTableTest, EveryVerdictHasALetterOfItsOwn) {
  std::set<char> letters{kNoCase};
  for (int i = 0; i < kVerdictCount; ++i) letters.insert(verdict_letter(static_cast<Verdict>(i)));
  EXPECT_EQ(letters.size(), static_cast<std::size_t>(kVerdictCount) + 1);
}

}  // namespace
}  // namespace grader

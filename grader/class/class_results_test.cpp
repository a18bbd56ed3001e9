// Holds gradebook, summary and page of a class against its records, read by programs that are not ours.
#include "grader/class/class_results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/testing.h"
#include "grader/report/format_text.h"
#include "grader/report/golden.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using nlohmann::json;
using State = ClassRecord::State;

ClassInfo info() {
  ClassInfo info;
  info.title = "Heads & <script>alert(1)</script>";
  info.provenance = {{"package", "]]><b>"}};
  info.hints = {{"no_transpose", "The axes are in another order."}};
  return info;
}

std::vector<ClassRecord> hostile_class(std::uint64_t seed) {
  std::vector<ClassRecord> records;
  records.reserve(40);
  for (std::uint64_t i = 1; i <= 40; ++i) records.push_back(testing::random_record(seed * 100 + i));
  return records;
}

std::vector<ClassRecord> big_class(int submissions, int cases) {
  std::vector<ClassRecord> records;
  records.reserve(static_cast<std::size_t>(submissions));
  for (int i = 0; i < submissions; ++i) records.push_back(testing::many_cases_record(i, cases));
  return records;
}

struct NamedClass {
  std::string name;
  std::vector<ClassRecord> records;
  std::vector<ClassRecord> before;  // for a regrade, where there is one
};

std::vector<NamedClass> classes() {
  std::vector<NamedClass> all{{"empty", {}, {}},
                              {"small", testing::small_class(), {}},
                              {"big", big_class(600, 74), {}},
                              {"wide", big_class(20, 500), {}}};
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    all.push_back({"hostile" + std::to_string(seed), hostile_class(seed), {}});
  // Two classes of the same ids and other contents.
  all.push_back({"regrade", hostile_class(7), hostile_class(8)});
  for (std::size_t i = 0; i < all.back().before.size(); ++i)
    all.back().before[i].id = all.back().records[i].id;
  all.back().before.resize(35);
  return all;
}

class ClassResultsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    classes_ = std::make_unique<std::vector<NamedClass>>(classes());
    auto folder = TemporaryFolder::make("class_results_test");
    ASSERT_TRUE(folder);
    for (const NamedClass& one : *classes_) {
      ClassInfo with = info();
      if (!one.before.empty()) with.regrade = compare_classes(one.before, one.records);
      ASSERT_TRUE(write_class_results(folder->path() / one.name, with, one.records));
    }
    int code = 0;
    const std::string said = testing::run(
        {"/usr/bin/python3", "grader/class/testdata/read_class.py", folder->path().string()}, &code);
    ASSERT_EQ(code, 0) << said.substr(said.size() > 3000 ? said.size() - 3000 : 0);
    said_ = std::make_unique<json>(json::parse(said));
  }
  static void TearDownTestSuite() {
    said_.reset();
    classes_.reset();
  }
  template <class Check>
  static void for_each_class(Check check) {
    ASSERT_NE(said_, nullptr);
    for (const NamedClass& one : *classes_) {
      SCOPED_TRACE(one.name);
      std::vector<ClassRecord> sorted = one.records;
      std::sort(sorted.begin(), sorted.end(), [](const ClassRecord& a, const ClassRecord& b) {
        return std::make_pair(clean_line(a.student), a.id) < std::make_pair(clean_line(b.student), b.id);
      });
      check(sorted, said_->at(one.name));
    }
  }
  static int graded(const std::vector<ClassRecord>& records) {
    return static_cast<int>(std::count_if(
        records.begin(), records.end(), [](const ClassRecord& one) { return one.state == State::kGraded; }));
  }

  static std::unique_ptr<std::vector<NamedClass>> classes_;
  static std::unique_ptr<json> said_;
};
std::unique_ptr<std::vector<NamedClass>> ClassResultsTest::classes_;
std::unique_ptr<json> ClassResultsTest::said_;

std::string without_guard(const std::string& field) {
  return field.starts_with('\'') ? field.substr(1) : field;
}

TEST_F(ClassResultsTest, TheGradebookHasARowForEveryRecord) {
  for_each_class([](const std::vector<ClassRecord>& records, const json& said) {
    ASSERT_EQ(said["csv"].size(), records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      const ClassRecord& record = records[i];
      const json& row = said["csv"][i];
      const bool absent = record.state == State::kNotHandedIn;
      const bool has_points = record.points && record.state != State::kFailed;
      EXPECT_EQ(row["id"], record.id);
      EXPECT_EQ(without_guard(row["student"]), without_guard(clean_line(record.student)));
      EXPECT_EQ(row["verdict"], absent ? "not_handed_in" : to_string(record.verdict));
      EXPECT_EQ(row["points"], has_points ? points_text(*record.points) : "");
      EXPECT_EQ(row["max_points"], absent ? "" : points_text(record.max_points));
      EXPECT_EQ(row["total"], absent ? "" : std::to_string(record.cases.size()));
      EXPECT_EQ(without_guard(row["roster.group"]),
                record.roster.contains("group") ? without_guard(clean_line(record.roster.at("group"))) : "");
      EXPECT_EQ(without_guard(row["reason"]),
                without_guard(clean_line(record.reason.empty() ? record.message : record.reason)));
    }
  });
}

TEST_F(ClassResultsTest, TheSummaryHasTheSameRowsAndCounts) {
  for_each_class([](const std::vector<ClassRecord>& records, const json& said) {
    const json& summary = said["json"];
    const json& counts = summary["counts"];
    EXPECT_EQ(counts["rows"], records.size());
    EXPECT_EQ(counts["graded"], graded(records));
    EXPECT_EQ(counts["rows"],
              counts["graded"].get<int>() + counts["failed"].get<int>() + counts["not_handed_in"].get<int>());
    int with_points = 0;
    for (const json& band : summary["points"]["bands"]) with_points += band["count"].get<int>();
    if (summary["points"]["max"].is_number() && summary["points"]["max"] > 0) {
      EXPECT_EQ(with_points, summary["points"]["count"]);
    }
    ASSERT_EQ(summary["rows"].size(), records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      const json& row = summary["rows"][i];
      EXPECT_EQ(row["student"], clean_line(records[i].student));
      EXPECT_EQ(row["points"].is_null(), !records[i].points || records[i].state == State::kFailed);
      EXPECT_EQ(without_guard(said["csv"][i]["same_as"]), without_guard(row["same_as"]));
      const auto cells = row["cells"].get<std::string>();
      EXPECT_LE(std::count(cells.begin(), cells.end(), '.'), row["passed"]);
    }
  });
}

TEST_F(ClassResultsTest, TheSummaryCountsCasesAndMistakes) {
  for_each_class([](const std::vector<ClassRecord>& records, const json& said) {
    for (const json& column : said["json"]["cases"]) {
      int passed = 0;
      int total = 0;
      for (const ClassRecord& record : records) {
        if (record.state != State::kGraded) continue;
        // A record with two cases of one name is none that a package makes; the last of them counts.
        const auto found = std::find_if(record.cases.rbegin(), record.cases.rend(), [&](const auto& one) {
          return clean_line(one.name) == column["name"] && clean_line(one.function) == column["function"];
        });
        if (found == record.cases.rend()) continue;
        ++total;
        passed += found->verdict == Verdict::kAccepted ? 1 : 0;
      }
      EXPECT_EQ(column["passed"], passed);
      EXPECT_EQ(column["total"], total);
    }
    for (const json& mistake : said["json"]["mistakes"]) {
      const auto count = std::count_if(records.begin(), records.end(), [&](const ClassRecord& record) {
        return std::any_of(record.cases.begin(), record.cases.end(), [&](const RecordedCase& one) {
          return clean_line(one.mistake) == mistake["name"];
        });
      });
      EXPECT_EQ(mistake["submissions"], count);
    }
  });
}

TEST_F(ClassResultsTest, ThePageSaysTheSameAndIsFitToUse) {
  for_each_class([](const std::vector<ClassRecord>& records, const json& said) {
    const json& page = said["html"];
    EXPECT_EQ(page["problems"], json::array());
    EXPECT_EQ(page["unwanted"], json::array());
    EXPECT_TRUE(page["said"]["counts"].get<std::string>().starts_with(
        std::to_string(records.size()) + " rows: " + std::to_string(graded(records)) + " graded, "));
    EXPECT_LE(page["cells"], 40'000);
    for (const ClassRecord& record : records) {
      const bool linked =
          std::count(page["links"].begin(), page["links"].end(), "instructor/" + record.id + ".html") > 0;
      EXPECT_EQ(linked, record.state == State::kGraded) << record.id;
    }
  });
}

TEST_F(ClassResultsTest, ARegradeIsInAllThree) {
  ASSERT_NE(said_, nullptr);
  const NamedClass& one = classes_->back();
  const ClassDiff diff = compare_classes(one.before, one.records);
  const json& said = said_->at("regrade");
  ASSERT_EQ(said.at("regrade").size(), diff.changed.size());
  ASSERT_EQ(said["json"]["regrade"]["changed"].size(), diff.changed.size());
  EXPECT_GT(diff.changed.size(), 20U);
  EXPECT_EQ(said["html"]["said"]["regraded"],
            std::to_string(diff.changed.size()) + " of 40 submissions changed.");
  for (std::size_t i = 0; i < diff.changed.size(); ++i) {
    EXPECT_EQ(said["regrade"][i]["id"], diff.changed[i].id);
    EXPECT_EQ(said["regrade"][i]["verdict_after"], diff.changed[i].verdict_after);
    EXPECT_EQ(said["json"]["regrade"]["changed"][i]["causes"], diff.changed[i].causes);
  }
  EXPECT_TRUE(said_->at("small")["json"]["regrade"].is_null());
  EXPECT_FALSE(said_->at("small").contains("regrade"));
}

std::string file_of(const std::filesystem::path& folder, const char* name) {
  const auto text = read_file(folder / name);
  return text ? *text : "nothing";
}

TEST(ClassFilesTest, TheOrderOfTheRecordsChangesNothing) {
  for (std::vector<ClassRecord> records : {testing::small_class(), hostile_class(9), big_class(50, 10)}) {
    const auto folder = TemporaryFolder::make("class_files_test");
    ASSERT_TRUE(folder);
    ASSERT_TRUE(write_class_results(folder->path() / "a", info(), records));
    std::mt19937_64 engine(1);
    std::shuffle(records.begin(), records.end(), engine);
    ASSERT_TRUE(write_class_results(folder->path() / "b", info(), records));
    for (const char* name : {"gradebook.csv", "summary.json", "summary.html"})
      EXPECT_EQ(file_of(folder->path() / "a", name), file_of(folder->path() / "b", name)) << name;
  }
}

TEST(ClassFilesTest, EveryFileIsClean) {
  const auto folder = TemporaryFolder::make("class_files_test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_class_results(folder->path(), info(), hostile_class(10)));
  for (const char* name : {"gradebook.csv", "summary.json", "summary.html"}) {
    std::string text = file_of(folder->path(), name);
    std::erase(text, '\r');
    testing::expect_clean(text);
  }
}

TEST(ClassFilesTest, TheGradebookReadsLikeThis) {
  const auto folder = TemporaryFolder::make("class_files_test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_class_results(folder->path(), info(), testing::small_class()));
  std::string text = file_of(folder->path(), "gradebook.csv");
  std::erase(text, '\r');
  for (const ClassRecord& record : testing::small_class()) {
    const std::size_t at = text.find(record.submission_sha256);
    if (!record.submission_sha256.empty()) text.replace(at, record.submission_sha256.size(), "SHA");
  }
  EXPECT_EQ(text,
            "student,roster.group,file,verdict,points,max_points,points.split_heads,points.merge_heads,"
            "points.mha_forward,passed,total,mistakes,reason,same_as,same_but_for_spaces_and_comments,"
            "submission_sha256,id\n"
            "ada,A,ada/solution.h,accepted,3,3,1,1,1,3,3,,,,,SHA,ada\n"
            "bob,A,bob/solution.h,wrong_answer,1,3,1,0,0,1,3,no_transpose,,cy,dee,SHA,bob\n"
            "cy,A,cy/solution.h,wrong_answer,1,3,1,0,0,1,3,no_transpose,,bob,dee,SHA,cy\n"
            "dee,A,dee/solution.h,wrong_answer,1,3,1,0,0,1,3,no_transpose,,,\"bob, cy\",SHA,dee\n"
            "eve,A,eve/solution.h,compile_error,0,3,0,0,0,0,3,,expected ';' after the return,,,SHA,eve\n"
            "fay,A,fay/solution.h,internal_error,,3,,,,0,3,,the runner could not be started,,,SHA,fay\n"
            "gus,B,,not_handed_in,,,,,,,,,nothing was handed in,,,,gus\n");
}

TEST(ClassFilesTest, AFolderThatCannotBeMadeIsAnError) {
  const auto written = write_class_results("/dev/null/out", info(), testing::small_class());
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("/dev/null/out"), std::string::npos) << written.error().message;
}

TEST(ClassFilesTest, WhatIsLeftOutOfTheHeatMapIsSaid) {
  const auto folder = TemporaryFolder::make("class_files_test");
  ASSERT_TRUE(folder);
  ASSERT_TRUE(write_class_results(folder->path(), info(), big_class(900, 74)));
  const std::string page = file_of(folder->path(), "summary.html");
  EXPECT_NE(page.find("<p>The 540 outcomes that most submissions share are shown, of "), std::string::npos);
  ASSERT_TRUE(write_class_results(folder->path(), info(), big_class(3, 410)));
  EXPECT_NE(file_of(folder->path(), "summary.html").find("<p>The first 400 of 410 cases are shown; "),
            std::string::npos);
}

}  // namespace
}  // namespace grader

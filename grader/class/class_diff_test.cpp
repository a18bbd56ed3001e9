#include "grader/class/class_diff.h"

#include <gtest/gtest.h>

#include <functional>

#include "grader/class/testing.h"

namespace grader {
namespace {

// bob, as he was graded before: two of three cases are wrong.
ClassRecord bob() {
  return testing::small_class()[1];
}

// bob with the last case right.
ClassRecord better() {
  ClassRecord record = bob();
  record.cases[2].verdict = Verdict::kAccepted;
  record.cases[2].points = 1;
  record.points = 2;
  return record;
}

TEST(ClassDiffTest, SaysBecauseOfWhat) {
  struct Row {
    const char* what;
    std::function<void(ClassRecord&)> change;
    std::vector<std::string> causes;
    const char* cases;
  };
  const char* plain = "wrong_answer → accepted";
  const std::vector<Row> rows{
      {"nothing", [](ClassRecord&) {}, {}, plain},
      {"content",
       [](ClassRecord& r) { r.cases[2].sha256 = "x"; },
       {"case"},
       "wrong_answer → accepted, the case is another"},
      {"tolerance",
       [](ClassRecord& r) { r.cases[2].tolerance = "rtol 1e-3"; },
       {"tolerance"},
       "wrong_answer → accepted, tolerance rtol 1e-10, atol 1e-12 → rtol 1e-3"},
      {"another case's content", [](ClassRecord& r) { r.cases[0].sha256 = "x"; }, {}, plain},
      {"submission", [](ClassRecord& r) { r.submission_sha256 = "x"; }, {"submission"}, plain},
      {"grader", [](ClassRecord& r) { r.provenance["grader_version"] = "2"; }, {"grader"}, plain},
      {"compiler", [](ClassRecord& r) { r.provenance["compiler"] = "g++ 13"; }, {"compiler"}, plain},
      {"kit", [](ClassRecord& r) { r.provenance["kit_sha256"] = "x"; }, {"kit"}, plain},
      {"a setting", [](ClassRecord& r) { r.provenance["flags"] = "-O2"; }, {"flags"}, plain},
      {"a setting gone", [](ClassRecord& r) { r.provenance.erase("compiler"); }, {"compiler"}, plain},
      {"the package", [](ClassRecord& r) { r.provenance["package_key"] = "x"; }, {"package"}, plain},
      {"the package by its kit",
       [](ClassRecord& r) {
         r.provenance["package_key"] = "x";
         r.provenance["kit_sha256"] = "x";
       },
       {"kit"},
       plain},
      {"the whole of the cases", [](ClassRecord& r) { r.provenance["cases_sha256"] = "x"; }, {}, plain},
      {"the hints", [](ClassRecord& r) { r.provenance["mistakes_sha256"] = "x"; }, {}, plain},
      {"what says nothing", [](ClassRecord& r) { r.provenance["module_from_cache"] = "yes"; }, {}, plain},
      {"several",
       [](ClassRecord& r) {
         r.provenance["kit_sha256"] = "x";
         r.provenance["a"] = "x";
         r.cases[2].sha256 = "x";
         r.submission_sha256 = "x";
       },
       {"case", "submission", "kit", "a"},
       "wrong_answer → accepted, the case is another"}};
  for (const Row& row : rows) {
    const ClassRecord before = bob();
    ClassRecord after = better();
    row.change(after);
    const auto change = compare_records(&before, &after);
    ASSERT_TRUE(change) << row.what;
    EXPECT_EQ(change->causes, row.causes) << row.what;
    ASSERT_EQ(change->cases.size(), 1U) << row.what;
    EXPECT_EQ(change->cases[0].name, "forward_order");
    EXPECT_EQ(change_text(change->cases[0]), row.cases) << row.what;
  }
}

TEST(ClassDiffTest, SaysNothingOfWhatNobodySees) {
  const ClassRecord before = bob();
  const std::vector<std::function<void(ClassRecord&)>> changes{
      [](ClassRecord&) {},
      [](ClassRecord& r) { r.provenance["compiler"] = "g++ 13"; },
      [](ClassRecord& r) { r.submission_sha256 = "x"; },
      [](ClassRecord& r) { r.cases[0].sha256 = "x"; },
      [](ClassRecord& r) { r.duration_ms = 9; },
      [](ClassRecord& r) { *r.points += 1e-12; }};
  for (const auto& change : changes) {
    ClassRecord after = bob();
    change(after);
    EXPECT_FALSE(compare_records(&before, &after));
  }
}

TEST(ClassDiffTest, SeesCasesThatCameAndWent) {
  const ClassRecord before = bob();
  ClassRecord after = bob();
  after.cases[2].name = "forward_new";
  const auto change = compare_records(&before, &after);
  ASSERT_TRUE(change);
  ASSERT_EQ(change->cases.size(), 2U);
  EXPECT_EQ(change->cases[0].name + ": " + change_text(change->cases[0]),
            "forward_new: no such case → wrong_answer");
  EXPECT_EQ(change->cases[1].name + ": " + change_text(change->cases[1]),
            "forward_order: wrong_answer → no such case");
  EXPECT_EQ(change->causes, std::vector<std::string>{"case"});
}

TEST(ClassDiffTest, PointsWeightedAnewAreTheCase) {
  const ClassRecord before = bob();
  ClassRecord after = bob();
  after.cases[0].sha256 = "x";
  after.points = 3;
  const auto change = compare_records(&before, &after);
  ASSERT_TRUE(change);
  EXPECT_TRUE(change->cases.empty());
  EXPECT_EQ(change->causes, std::vector<std::string>{"case"});
}

// ada is gone, bob is better, cy hands in another text, fay could be graded this time, hal is new.
ClassDiff example() {
  const std::vector<ClassRecord> before = testing::small_class();
  std::vector<ClassRecord> after(before.begin() + 1, before.end());
  after[0] = better();
  after[1].submission_sha256 = "x";
  after[1].verdict = Verdict::kCompileError;
  after[1].points = 0;
  after[4] = testing::small_class()[0];
  after[4].id = after[4].student = "fay";
  after[4].submission_sha256 = before[5].submission_sha256;
  after.push_back(testing::small_class()[0]);
  after.back().id = after.back().student = "=hal";
  return compare_classes(before, after);
}

TEST(ClassDiffTest, ReadsLikeThis) {
  EXPECT_EQ(write_diff_text(example()),
            "5 of 8 submissions changed\n"
            "  none known: 2\n"
            "  only in the new grading: 1\n"
            "  only in the old grading: 1\n"
            "  submission: 1\n"
            "=hal: no record → accepted, points none → 3\n"
            "    because of: only in the new grading\n"
            "ada: accepted → no record, points 3 → none\n"
            "    because of: only in the old grading\n"
            "bob: wrong_answer → wrong_answer, points 1 → 2\n"
            "    because of: nothing that is known\n"
            "    forward_order: wrong_answer → accepted\n"
            "cy: wrong_answer → compile_error, points 1 → 0\n"
            "    because of: submission\n"
            "fay: internal_error → accepted, points none → 3\n"
            "    because of: nothing that is known\n"
            "    split_example: internal_error → accepted\n"
            "    merge_example: internal_error → accepted\n"
            "    forward_order: internal_error → accepted\n");
  EXPECT_TRUE(write_diff_text(example(), 1).ends_with("and 4 more; regrade.csv has all\n"));
}

TEST(ClassDiffTest, TheTableReadsLikeThis) {
  EXPECT_EQ(write_diff_csv(example()),
            "student,verdict_before,verdict_after,points_before,points_after,change,causes,cases,id\r\n"
            "'=hal,,accepted,,3,,only in the new grading,,'=hal\r\n"
            "ada,accepted,,3,,,only in the old grading,,ada\r\n"
            "bob,wrong_answer,wrong_answer,1,2,1,none known,forward_order: wrong_answer → accepted,bob\r\n"
            "cy,wrong_answer,compile_error,1,0,-1,submission,,cy\r\n"
            "fay,internal_error,accepted,,3,,none known,split_example: internal_error → accepted; "
            "merge_example: internal_error → accepted; forward_order: internal_error → accepted,fay\r\n");
}

TEST(ClassDiffTest, ComparingWithItselfChangesNothing) {
  std::vector<ClassRecord> records = testing::small_class();
  for (std::uint64_t seed = 1; seed <= 50; ++seed) records.push_back(testing::random_record(seed));
  const ClassDiff diff = compare_classes(records, records);
  EXPECT_EQ(diff.changed.size(), 0U);
  EXPECT_EQ(diff.same, 57);
  EXPECT_EQ(write_diff_text(diff), "0 of 57 submissions changed\n");
}

}  // namespace
}  // namespace grader

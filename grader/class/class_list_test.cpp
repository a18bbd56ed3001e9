#include "grader/class/class_list.h"

#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

FoundSubmission found(const std::string& student, const std::string& path) {
  return {.student = student, .path = path, .file = "/class/" + path, .refusal = ""};
}

TEST(ClassListTest, BringsTheRosterAndTheFilesTogether) {
  const auto entries = list_class(
      {found("ann", "ann.h"), found("Ann", "Ann/solution.h"), found("x\ny", "x\ny.h")},
      {{.student = "ann", .columns = {{"group", "1"}}}, {.student = "bob", .columns = {{"group", "2"}}}});
  std::string text;
  for (const ClassEntry& one : entries)
    text += one.student + "|" + one.file + "|" + (one.on_roster ? one.roster.at("group") : "-") + "|" +
            (one.found ? "found" : "absent") + "\n";
  EXPECT_EQ(text,
            "ann|ann.h|1|found\n"
            "Ann|Ann/solution.h|-|found\n"
            "x\\ny|x\\ny.h|-|found\n"
            "bob||2|absent\n");
  EXPECT_TRUE(entries[0].id.starts_with("ann-")) << "letter case tells files apart on few machines";
  EXPECT_TRUE(entries[1].id.starts_with("Ann-"));
  EXPECT_EQ(entries[3].id, "bob");
}

TEST(ClassListTest, EveryIdIsInOneShard) {
  for (const int count : {1, 2, 3, 7}) {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      int shards = 0;
      for (int index = 1; index <= count; ++index) {
        const bool in = is_in({.index = index, .count = count}, "s" + std::to_string(i));
        shards += in ? 1 : 0;
        sum += in && index == 1 ? 1 : 0;
      }
      EXPECT_EQ(shards, 1) << i << " of " << count;
    }
    EXPECT_GT(sum, 50 / count) << "no shard is all but empty";
  }
}

}  // namespace
}  // namespace grader

#include "grader/class/find_submissions.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/path_pattern.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class FindSubmissionsTest : public ::testing::Test {
 protected:
  void file(const std::string& path) { ASSERT_TRUE(write_file(root() / path, "x")); }
  fs::path root() const { return folder_.path() / "class"; }

  // `student|path|refusal` a line, or the error.
  std::string find(const std::string& pattern = "", const std::string& leave_out = "") const {
    const auto found = find_submissions(
        root(), {.pattern = pattern, .leave_out = leave_out.empty() ? "" : root() / leave_out});
    if (!found) return found.error().message;
    std::string text;
    for (const FoundSubmission& one : *found)
      text += clean_line(one.student) + "|" + clean_line(one.path) + "|" + one.refusal + "\n";
    return text;
  }

  TemporaryFolder folder_ = TemporaryFolder::make("find").value();
};

TEST_F(FindSubmissionsTest, FilesAndFoldersAreStudents) {
  for (const char* path :
       {"ann.h", "bob/solution.h", "cid/deep/er/still/solution.h", "dan/other.h", "notes.txt",
        ".git/solution.h", "eve/__MACOSX/solution.h", "eve/a/solution.h", "fay.h/solution.h",
        "gus/a/solution.h", "gus/b/solution.h", "gus/b/c/solution.h", "out/solution.h"})
    file(path);
  EXPECT_EQ(find("", "out"),
            "ann|ann.h|\n"
            "bob|bob/solution.h|\n"
            "cid|cid/deep/er/still/solution.h|\n"
            "dan|dan|the folder has no 'solution.h', up to 4 folders deep\n"
            "eve|eve/a/solution.h|\n"
            "fay.h|fay.h/solution.h|\n"
            "gus|gus|the folder has 2 files 'solution.h', expected one: 'a/solution.h', 'b/solution.h'\n");
}

TEST_F(FindSubmissionsTest, NothingOutsideIsRead) {
  ASSERT_TRUE(write_file(folder_.path() / "secret.h", "x"));
  ASSERT_TRUE(write_file(folder_.path() / "elsewhere/solution.h", "x"));
  file("ann.h");
  fs::create_directory(root() / "fay");
  fs::create_symlink("../secret.h", root() / "bob.h");
  fs::create_symlink("ann.h", root() / "cid.h");
  fs::create_symlink("../elsewhere", root() / "dan");
  fs::create_symlink("gone.h", root() / "eve.h");
  fs::create_symlink("../../secret.h", root() / "fay/solution.h");
  fs::create_directory(root() / "gus");
  fs::create_symlink("../../elsewhere", root() / "gus/in");
  EXPECT_EQ(find(),
            "ann|ann.h|\n"
            "bob|bob.h|the file is a link that leads out of the class's folder, or nowhere\n"
            "cid|cid.h|\n"
            "dan|dan|the folder is a link that leads out of the class's folder\n"
            "eve|eve.h|the file is a link that leads out of the class's folder, or nowhere\n"
            "fay|fay/solution.h|the file is a link that leads out of the class's folder, or nowhere\n"
            "gus|gus|the folder has no 'solution.h', up to 4 folders deep\n");
}

TEST_F(FindSubmissionsTest, WhatIsNoFileIsFoundToBeRefusedLater) {
  fs::create_directories(root() / "ann/solution.h");
  ASSERT_EQ(::mkfifo((root() / "bob.h").c_str(), 0600), 0);
  EXPECT_EQ(find(), "ann|ann/solution.h|\nbob|bob.h|\n");
}

TEST_F(FindSubmissionsTest, APatternNamesTheStudentByItsFirstStar) {
  for (const char* path : {"smith_17_file/solution.h", "jones_18_file/solution.h",
                           "jones_18_file/x/solution.h", "readme.h", "a/hw3/b.h"})
    file(path);
  EXPECT_EQ(find("*_*_file/solution.h"),
            "jones|jones_18_file/solution.h|\nsmith|smith_17_file/solution.h|\n");
  EXPECT_EQ(find("?/hw3/*.h"), "b|a/hw3/b.h|\n");
  EXPECT_EQ(find("none_*.h"),
            "no submission in '" + root().string() + "': no path below it fits --pattern 'none_*.h'");
}

TEST_F(FindSubmissionsTest, SaysWhatWasLookedFor) {
  fs::create_directories(root());
  EXPECT_EQ(find(),
            "no submission in '" + root().string() +
                "': looked for files NAME.h and for folders, one a student, with a 'solution.h' in them; "
                "say with --pattern where else they are");
  file("a.h");
  EXPECT_EQ(find_submissions(root() / "a.h", {}).error().message,
            "'" + (root() / "a.h").string() +
                "' is no folder; 'grader class' takes the one that all submissions are in");
}

TEST(PathPatternTest, RefusesPatternsThatNameNobody) {
  constexpr struct {
    const char* pattern;
    const char* message;
  } kTable[] = {
      {"solution.h",
       "--pattern 'solution.h' has no '*', expected one where the student's name stands, as in "
       "'*/solution.h'"},
      {"../*.h", "--pattern '../*.h' is no path below the class's folder, expected one like '*/solution.h'"},
      {"/tmp/*", "--pattern '/tmp/*' is no path below the class's folder, expected one like '*/solution.h'"},
      {"*//x", "--pattern '*//x' is no path below the class's folder, expected one like '*/solution.h'"},
  };
  for (const auto& [pattern, message] : kTable) {
    const auto parsed = PathPattern::parse(pattern);
    ASSERT_FALSE(parsed) << pattern;
    EXPECT_EQ(parsed.error().message, message);
  }
}

TEST(PathPatternTest, TheStarTakesAsLittleAsItCan) {
  const auto pattern = PathPattern::parse("hw_*_*.h").value();
  EXPECT_EQ(pattern.fit(0, "hw_ann_x_1.h"), "ann");
  EXPECT_EQ(pattern.fit(0, "hw__1.h"), std::nullopt) << "a student has a name";
  EXPECT_EQ(pattern.fit(0, "HW_ann_1.h"), std::nullopt);
}

}  // namespace
}  // namespace grader

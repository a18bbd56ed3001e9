#include "grader/prove/new_package.h"

#include <gtest/gtest.h>

#include "grader/base/file.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

class NewPackageTest : public ::testing::Test {
 protected:
  const TemporaryFolder scratch_ = TemporaryFolder::make("new_package_test").value();
  const fs::path folder_ = scratch_.path() / "root/weighted_mean";
};

TEST_F(NewPackageTest, TheFoldersNameBecomesATitle) {
  struct {
    const char* folder;
    const char* title;
  } const rows[] = {{"weighted_mean", "Weighted mean"},
                    {"a/b/causal-attention/", "Causal attention"},
                    {"X", "X"},
                    {"say \"hello\"", "Say hello"},
                    {"..", "New exercise"},
                    {"two\nlines", "Twonlines"}};
  for (const auto& row : rows) EXPECT_EQ(title_of(row.folder), row.title) << row.folder;
}

TEST_F(NewPackageTest, NoMarkIsLeftInAnyFile) {
  for (const NewFile& file : new_package_files("My title", "../kit-folder")) {
    EXPECT_EQ(file.text.find('@'), std::string::npos) << file.path;
    EXPECT_TRUE(file.text.ends_with('\n')) << file.path;
  }
}

TEST_F(NewPackageTest, EditorsFindTheKitWhereverThePackageLies) {
  ASSERT_TRUE(write_new_package(folder_, scratch_.path() / "root"));
  EXPECT_NE(read_file(folder_ / "exercise/compile_flags.txt").value().find("\n-I../..\n"), std::string::npos);
  const fs::path outside = scratch_.path() / "outside";
  ASSERT_TRUE(write_new_package(outside, scratch_.path() / "root"));
  EXPECT_NE(read_file(outside / "exercise/compile_flags.txt")
                .value()
                .find("\n-I" + fs::weakly_canonical(scratch_.path() / "root").string() + "\n"),
            std::string::npos);
}

TEST_F(NewPackageTest, AFolderWithFilesInItIsLeftAlone) {
  ASSERT_TRUE(write_file(folder_ / "mine.txt", "mine"));
  const auto written = write_new_package(folder_, scratch_.path());
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message,
            "'" + folder_.string() + "' is there already: name a folder that is not");
  EXPECT_FALSE(fs::exists(folder_ / "exercise"));
}

TEST_F(NewPackageTest, AnEmptyFolderIsFilled) {
  fs::create_directories(folder_);
  ASSERT_TRUE(write_new_package(folder_, scratch_.path()));
  EXPECT_TRUE(fs::exists(folder_ / "exercise/exercise.yaml"));
}

}  // namespace
}  // namespace grader

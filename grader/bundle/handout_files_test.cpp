#include "grader/bundle/handout_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/base/file.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

struct Source {
  const char* name;
  bool test;
};

TEST(HandoutFilesTest, KnowsSourcesThatOnlyTestsNeedByTheirNames) {
  constexpr Source kSources[] = {
      {"case_loader.cpp", false},  {"self_test.cpp", false},       {"describe_caught.h", false},
      {"self_tested.cpp", false},  {"case_loader_test.cpp", true}, {"messages_fuzz.cpp", true},
      {"session_testing.h", true}, {"testing.cpp", true},          {"random_report.cpp", true},
      {"test_manifest.h", true},   {"handout_test.sh", true},      {"golden.h", true},
  };
  for (const auto& [name, test] : kSources) EXPECT_EQ(is_test_source(name), test) << name;
}

std::vector<std::string> paths_of(const std::vector<HandoutFile>& files) {
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const HandoutFile& file : files) paths.push_back(file.path);
  return paths;
}

// A package whose exercise/ has been worked in.
TEST(HandoutFilesTest, TakesOfAnExerciseWhatIsKnownToBeForStudents) {
  const auto folder = TemporaryFolder::make("handout-files-test").value();
  for (const char* path :
       {"README.md", "figure.svg", "exercise.yaml", "solution.h", "solution_mine.h", ".solution.h.swp",
        "given/tools.h", "given/tools_test.cpp", "given/table.csv", "notes/plan.txt", "BUILD"})
    ASSERT_TRUE(write_file(folder.path() / "exercise" / path, "text"));
  ASSERT_TRUE(write_file(folder.path() / "exercise/compile_flags.txt",
                         "-std=c++20\n-I..\n-I" + folder.path().string() + "/kit_root\n"));
  fs::create_directory(folder.path() / "kit_root");
  Manifest manifest;
  manifest.folder = folder.path();
  manifest.submission_name = "solution.h";
  manifest.headers = {"given/tools.h"};
  const auto found = exercise_files(manifest, folder.path() / "kit_root");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(
      paths_of(found->files),
      (std::vector<std::string>{"exercise/README.md", "exercise/compile_flags.txt", "exercise/exercise.yaml",
                                "exercise/figure.svg", "exercise/given/tools.h", "exercise/solution.h"}));
  EXPECT_EQ(found->files[1].bytes, "-std=c++20\n-I..\n");
  EXPECT_EQ(found->left_out,
            (std::vector<std::string>{"given/table.csv", "notes/plan.txt", "solution_mine.h"}));
}

}  // namespace
}  // namespace grader

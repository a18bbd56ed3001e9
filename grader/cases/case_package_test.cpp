// Loading a whole package: which files, in what order, and what is wrong between files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "grader/base/file.h"
#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"

namespace grader {
namespace {

class CasePackageTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(folder_) << folder_.error().message;
    manifest_ = test_manifest();
    manifest_.folder = folder_->path();
  }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder_->path() / "cases" / name, text));
  }

  // A file of one case a name, of `function`.
  void write_cases(const std::string& file, const std::string& function,
                   const std::vector<std::string>& names) {
    std::string text = fmt::format("function: {}\ncases:\n", function);
    const std::string args = function == "merge" ? "{x: [[[[1]]]]}" : "{x: [[[1]]], n: 1}";
    for (const std::string& name : names) text += fmt::format("  - {{name: {}, args: {}}}\n", name, args);
    write(file, text);
  }

  std::string load(CaseSet set) {
    const auto cases = load_cases(manifest_, set);
    std::string text;
    if (cases)
      for (const Case& a_case : *cases) text += fmt::format("{}{} ", a_case.name, a_case.hidden ? "?" : "");
    else
      text = to_text(cases.error());
    const std::string path = folder_->path().string();
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path))
      text.replace(at, path.size(), 1, 'P');
    return text;
  }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make("case_package_test");
  Manifest manifest_;
};

TEST_F(CasePackageTest, OrdersCasesAsStudentsMeetThem) {
  write_cases("public/a.yaml", "merge", {"m1"});
  write_cases("public/z.yaml", "split", {"s2", "s1"});
  write_cases("public/b.yaml", "split", {"s3"});
  write_cases("hidden/a.yaml", "split", {"h1"});
  EXPECT_EQ(load(CaseSet::kAll), "s3 s2 s1 m1 h1? ");
  EXPECT_EQ(load(CaseSet::kPublic), "s3 s2 s1 m1 ");
  EXPECT_EQ(load(CaseSet::kHidden), "h1? ");
}

TEST_F(CasePackageTest, LoadsAHandoutWithoutHiddenCases) {
  write_cases("public/a.yaml", "split", {"s1"});
  EXPECT_EQ(load(CaseSet::kAll), "s1 ");
  EXPECT_EQ(load(CaseSet::kHidden), "P/cases/hidden: no cases: expected at least one file NAME.yaml\n");
}

TEST_F(CasePackageTest, RefusesAPackageWithoutCases) {
  EXPECT_EQ(load(CaseSet::kAll), "P/cases/public: no cases: expected at least one file NAME.yaml\n");
  write("public/notes.txt", "x");
  EXPECT_EQ(load(CaseSet::kPublic), "P/cases/public: no cases: expected at least one file NAME.yaml\n");
}

TEST_F(CasePackageTest, RefusesANameInTwoFiles) {
  write_cases("public/a.yaml", "split", {"s1"});
  write_cases("hidden/b.yaml", "merge", {"m1", "s1"});
  EXPECT_EQ(load(CaseSet::kAll),
            "P/cases/hidden/b.yaml:4:5: case name 's1' is used twice, first in P/cases/public/a.yaml:3\n");
}

TEST_F(CasePackageTest, GivesTheErrorsOfAllFiles) {
  write("public/a.yaml", "function: split\n");
  write("public/b.yaml", "");
  write_cases("public/c.yaml", "split", {"s1"});
  write("public/d.yml", "x");
  EXPECT_EQ(load(CaseSet::kAll),
            "P/cases/public/d.yml: is not read: a case file's name ends in .yaml\n"
            "P/cases/public/a.yaml:1:1: a case file needs 'cases'\n  function: split\n  ^\n"
            "P/cases/public/b.yaml:1:1: the file is empty\n");
}

TEST_F(CasePackageTest, PassesOverEditorsFiles) {
  write_cases("public/a.yaml", "split", {"s1"});
  write("public/.a.yaml", "][");
  write("public/a.yaml~", "][");
  EXPECT_EQ(load(CaseSet::kAll), "s1 ");
}

TEST_F(CasePackageTest, RefusesAFolderInAFilesPlace) {
  write("public/a.yaml/x", "");
  EXPECT_EQ(load(CaseSet::kAll), "'P/cases/public/a.yaml' is not a regular file\n");
}

TEST_F(CasePackageTest, LoadsThisRepositorysCases) {
  const auto manifest = load_manifest(".");
  ASSERT_TRUE(manifest);
  const auto cases = load_cases(*manifest, CaseSet::kAll);
  ASSERT_TRUE(cases) << to_text(cases.error());
  EXPECT_GE(cases->size(), 70U);
  for (const Case& a_case : *cases) EXPECT_FALSE(a_case.why.empty()) << a_case.name;
}

TEST_F(CasePackageTest, LoadsTheExampleOfTheReadme) {
  const Result<std::string> readme = read_file("cases/README.md");
  ASSERT_TRUE(readme);
  const std::size_t begin = readme->find("```yaml\n") + 8;
  const std::string example = readme->substr(begin, readme->find("```", begin) - begin);
  const auto manifest = load_manifest(".");
  ASSERT_TRUE(manifest);
  const auto cases = parse_cases(example, "cases/README.md", *manifest, false);
  ASSERT_TRUE(cases) << to_text(cases.error());
  EXPECT_EQ(cases->size(), 3U);
}

// Nobody but the reference would say what is right: that may be so where the sizes are large, and nowhere
// else.
TEST_F(CasePackageTest, LeavesFewExpectationsToTheReference) {
  const auto manifest = load_manifest(".");
  ASSERT_TRUE(manifest);
  const auto cases = load_cases(*manifest, CaseSet::kAll);
  ASSERT_TRUE(cases);
  std::string left;
  for (const Case& a_case : *cases)
    for (const Step& step : a_case.steps)
      if (step.expect_from_reference) left += a_case.name + ' ';
  EXPECT_EQ(left, "split_many_tokens merge_many_tokens mha_very_long_text mha_wide ");
}

}  // namespace
}  // namespace grader

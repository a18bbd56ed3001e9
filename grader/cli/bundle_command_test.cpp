// grader bundle: what goes into a handout, what must not, and that what is in it grades.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "PLANTED-f3b1c7";

void append(const fs::path& path, const std::string& text) {
  write_text_file(path, (fs::exists(path) ? read_text(path) : "") + text);
}

// A copy of this repository's package, with a marker in all that students must not see. The mistakes' own
// texts stay as they are: a mark would make their outcomes out of date.
fs::path marked_package() {
  fs::path package = fresh_folder();
  for (const char* folder : {"exercise", "solution", "cases"})
    fs::copy(root() / folder, package / folder, fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(package))
    fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
  for (const auto& entry : fs::recursive_directory_iterator(package / "cases/hidden"))
    append(entry.path(), std::string("# ") + kMarker + "\n");
  for (const char* folder : {"solution/accepted", "solution/not_vectorised"})
    for (const auto& entry : fs::directory_iterator(package / folder))
      append(entry.path(), std::string("// ") + kMarker + "\n");
  append(package / "solution/solution.h", std::string("// ") + kMarker + "\n");
  append(package / "solution/mistakes/catalogue.yaml", std::string("# ") + kMarker + "\n");
  for (const char* path : {"solution/mistakes/README.md", "cases/notes.txt", "exercise/my_solution.h",
                           "exercise/.solution.h.swp", "exercise/solution.h~", "exercise/given/try_test.cpp",
                           "exercise/grades.csv"})
    append(package / path, kMarker);
  return package;
}

fs::path bundle_of(const fs::path& package) {
  fs::path out = fresh_folder() / "handout";
  const Ran ran = run_grader({"bundle", out.string(), "--package", package.string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  return out;
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::set<std::string> words_of(const std::string& text) {
  static const std::regex kWord("[A-Za-z0-9_-]+");
  std::set<std::string> words;
  for (std::sregex_iterator at(text.begin(), text.end(), kWord), end; at != end; ++at)
    words.insert(at->str());
  return words;
}

// Names of hidden cases, and the mistakes' slugs, of which each says what is wrong in it.
std::set<std::string> secret_words() {
  static const std::regex kName("- name: *([A-Za-z0-9_]+)");
  std::set<std::string> words;
  for (const fs::path& path : files_of(root() / "cases/hidden")) {
    const std::string text = read_text(path);
    for (std::sregex_iterator at(text.begin(), text.end(), kName), end; at != end; ++at)
      words.insert((*at)[1]);
  }
  EXPECT_GT(words.size(), 20U);
  for (const fs::path& path : files_of(root() / "solution/mistakes"))
    if (path.extension() == ".h") words.insert(path.stem().string());
  EXPECT_GT(words.size(), 80U);
  return words;
}

TEST(BundleCommandTest, HasNoHiddenCaseNoSolutionAndNoCatalogue) {
  const fs::path handout = bundle_of(marked_package());
  const std::set<std::string> secrets = secret_words();
  for (const fs::path& path : files_of(handout)) {
    const std::string name = path.lexically_relative(handout).generic_string();
    const std::string text = read_text(path);
    EXPECT_EQ(text.find(kMarker), std::string::npos) << name;
    EXPECT_FALSE(name.starts_with("solution/") || name.starts_with("cases/hidden")) << name;
    for (const std::string& word : words_of(text))
      EXPECT_FALSE(secrets.contains(word)) << name << ": " << word;
  }
  for (const fs::path& path : files_of(root() / "solution"))
    EXPECT_FALSE(fs::exists(handout / path.lexically_relative(root()))) << path;
}

TEST(BundleCommandTest, NamesWhatItLeavesOutOfTheExercise) {
  const Ran ran =
      run_grader({"bundle", (fresh_folder() / "handout").string(), "--package", marked_package().string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("left out of exercise/: grades.csv, my_solution.h, "), std::string::npos) << ran.out;
}

struct Graded {
  const char* file;  // of this repository
  const char* case_name;
  int code;
  bool hint;
};

// The handout's own package, and a submission as a student has it: beside nothing else.
TEST(BundleCommandTest, WhatIsInItGradesWithHintsAndNoHiddenCase) {
  constexpr Graded kGraded[] = {
      {"exercise/solution.h", "worked_example_merge_heads", 1, false},
      {"solution/solution.h", "worked_example_merge_heads", 0, false},
      {"solution/mistakes/merge-no-transpose.h", "worked_example_merge_heads", 1, true},
      {"solution/mistakes/k-and-v-swapped.h", "mha_own_and_previous_token", 1, true},
  };
  const std::size_t declared = count_cases("public");
  const fs::path handout = bundle_of(root());
  for (const auto& [file, case_name, code, hint] : kGraded) {
    const Ran ran =
        run_grader({"grade", (root() / file).string(), "--package", handout.string(), "--format", "json"});
    EXPECT_EQ(ran.code, code) << file << ran.err;
    const auto report = nlohmann::json::parse(ran.out);
    EXPECT_EQ(report.at("declared"), declared) << file;
    for (const auto& one : report.at("cases")) EXPECT_FALSE(one.at("hidden").get<bool>()) << file;
    EXPECT_EQ(!case_of(report, case_name).value("hint", "").empty(), hint) << file;
  }
}

// The values that the reference gives stand in the handout, and hints know the cases by them.
TEST(BundleCommandTest, WritesOutWhatCasesLeaveToTheReference) {
  const fs::path package = new_package();
  append(package / "cases/public/center.yaml",
         "\n  - name: left_to_the_reference\n    args:\n      x: [[1, 2], [3, 6]]\n");
  ASSERT_EQ(run_grader({"cases", "check", "--write", "--package", package.string()}).code, 0);
  const fs::path handout = bundle_of(package);
  const std::string cases = read_text(handout / "cases/public/center.yaml");
  EXPECT_NE(cases.find("x: [[1, 2], [3, 6]]\n    expect:"), std::string::npos) << cases;
  const std::string mistake = (package / "solution/mistakes/mean-of-columns.h").string();
  const Ran ran = run_grader({"grade", mistake, "--package", handout.string(), "--format", "json"});
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_NE(case_of(report, "left_to_the_reference").value("hint", ""), "") << ran.out;
}

TEST(BundleCommandTest, LooksForTheKitBesideTheExercise) {
  const fs::path handout = bundle_of(new_package());
  EXPECT_NE(read_text(handout / "exercise/compile_flags.txt").find("\n-I..\n"), std::string::npos);
  EXPECT_EQ(read_text(handout / "exercise/compile_flags.txt").find(root().string()), std::string::npos);
}

TEST(BundleCommandTest, RefusesAStubThatIsNoneAnyMore) {
  const fs::path package = new_package();
  const std::string name = package.filename().string();
  const std::string mistake = read_text(package / "solution/mistakes/mean-of-columns.h");
  const std::string out = (fresh_folder() / "handout").string();
  const std::vector<std::string> command{"bundle", out, "--package", package.string()};
  write_text_file(package / "exercise/solution.h", mistake + "\n");
  const Ran refused = run_grader(command);
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(refused.err.starts_with(
      "'exercise/solution.h' is no stub: expected not_implemented for every public case, found "))
      << refused.err;
  EXPECT_TRUE(refused.err.ends_with("; put the stub back, or say --force to hand it out as it is\n"));
  EXPECT_FALSE(fs::exists(out));
  std::vector<std::string> forced = command;
  forced.emplace_back("--force");
  EXPECT_EQ(run_grader(forced).code, 0);
}

TEST(BundleCommandTest, RefusesTheSolutionInTheStubsPlaceWhateverIsSaid) {
  const fs::path package = new_package();
  write_text_file(package / "exercise/solution.h", read_text(package / "solution/solution.h"));
  const Ran ran =
      run_grader({"bundle", (fresh_folder() / "handout").string(), "--force", "--package", package.string()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "'exercise/solution.h' has the text of '" + (package / "solution/solution.h").string() +
                         "', which students must not see; put the stub back\n");
}

TEST(BundleCommandTest, WritesOverNothing) {
  const fs::path folder = fresh_folder();
  write_text_file(folder / "notes.txt", "mine");
  for (const fs::path& out : {folder, folder / "notes.txt"}) {
    const Ran ran = run_grader({"bundle", out.string()});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err, "'" + out.string() + "' is there already: name a folder or an archive that is not\n");
  }
  EXPECT_EQ(read_text(folder / "notes.txt"), "mine");
  const Ran nowhere = run_grader({"bundle"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_EQ(nowhere.err, "grader: 'bundle' needs OUT, the folder or archive to write; see 'grader --help'\n");
}

// What Python's own readers find in an archive: `PATH MODE`, a line each, in the archive's order.
constexpr const char* kReadArchive = R"(
import sys, tarfile, zipfile
path = sys.argv[1]
if path.endswith(".zip"):
    assert zipfile.ZipFile(path).testzip() is None
    found = [(one.filename, one.external_attr >> 16) for one in zipfile.ZipFile(path).infolist()]
else:
    found = [(one.name, one.mode) for one in tarfile.open(path)]
for name, mode in found:
    print(name.removeprefix("hand.out/"), "x" if mode & 0o111 else "-")
)";

TEST(BundleCommandTest, ArchivesHaveTheFilesOfTheListAndTheSameBytesEveryTime) {
  const Ran list = run_grader({"bundle", "--list"});
  ASSERT_EQ(list.code, 0) << list.err;
  for (const char* name : {"hand.out.zip", "hand.out.tar.gz"}) {
    std::set<std::string> bytes;
    for (int i = 0; i < 2; ++i) {
      const fs::path out = fresh_folder() / name;
      ASSERT_EQ(run_grader({"bundle", out.string()}).code, 0);
      bytes.insert(read_text(out));
      const Ran read = run_program("/usr/bin/python3", {"-c", kReadArchive, out.string()});
      EXPECT_EQ(std::regex_replace(read.out, std::regex(" [-x]\n"), "\n"), list.out) << read.err;
      EXPECT_NE(read.out.find("\ngrade x\n"), std::string::npos);
      EXPECT_NE(read.out.find("\nkit/tensor.h -\n"), std::string::npos);
    }
    EXPECT_EQ(bytes.size(), 1U) << name;
  }
}

TEST(BundleCommandTest, LinksInItsDocumentsLeadToItsFiles) {
  static const std::regex kLink("\\]\\(([^)#:]+)\\)");
  const fs::path handout = bundle_of(root());
  int links = 0;
  for (const fs::path& path : files_of(handout)) {
    if (path.extension() != ".md") continue;
    const std::string text = read_text(path);
    for (std::sregex_iterator at(text.begin(), text.end(), kLink), end; at != end; ++at, ++links)
      EXPECT_TRUE(fs::exists(path.parent_path() / (*at)[1].str())) << path << ": " << (*at)[1];
  }
  EXPECT_GE(links, 3);
}

// Every source that the program and the tests of the exercise need is there: Ninja looks for each of them.
TEST(BundleCommandTest, TheBuildIsConfiguredWithoutWhatIsLeftOut) {
  const fs::path handout = bundle_of(root());
  const std::string build = (handout / "build").string();
  const Ran cmake = run_program("cmake", {"-S", handout.string(), "-B", build, "-G", "Ninja"});
  ASSERT_EQ(cmake.code, 0) << cmake.err;
  const Ran ninja = run_program("ninja", {"-C", build, "-n", "all"});
  EXPECT_EQ(ninja.code, 0) << ninja.out << ninja.err;
}

}  // namespace
}  // namespace grader::cli

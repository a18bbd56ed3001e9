// The command itself: help, wrong use, selection, formats, show.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

TEST(CommandTest, HelpAndVersionAnswer) {
  EXPECT_EQ(run_grader({"--version"}).out, "grader 0.1.0\n");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {},
                                                {"grade", "--help"},
                                                {"watch", "--help"},
                                                {"show", "--help"},
                                                {"compile", "--help"},
                                                {"doctor", "--help"}}) {
    const Ran ran = run_grader(words);
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.out.find("Usage: grader"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.err, "");
  }
}

struct Wrong {
  std::vector<std::string> words;
  const char* said;
};

TEST(CommandTest, WrongUseIsSaidOnStderrWithCode2) {
  const Wrong kWrong[] = {
      {{"grade"}, "grader: 'grade' needs FILE, the header to grade; see 'grader --help'\n"},
      {{"grade", "--nonsense", "solution/solution.h"},
       "grader: The following argument was not expected: --nonsense; see 'grader --help'\n"},
      {{"solution/solution.h", "--only", "worked_exampel_split_heads"},
       "no case is named 'worked_exampel_split_heads'; did you mean 'worked_example_split_heads'\n"},
      {{"solution/solution.h", "--format", "jsn"}, nullptr},
      {{"solution/solution.h", "--format", "json", "--format", "text"},
       "grader: two formats cannot both go to stdout; give one of them a path: --format NAME=PATH; see "
       "'grader --help'\n"},
      {{"solution/solution.h", "--package", "docs"},
       "'docs' is no exercise package: it has no exercise/exercise.yaml\n"},
      {{"solution/solution.h", "--gdb"},
       "grader: --gdb needs exactly one case: --only NAME; see 'grader --help'\n"},
      {{"solution/solution.h", "--gdb", "--only", "mha_one_token"},
       "case 'mha_one_token' is hidden; --gdb shows its numbers, so it takes public cases alone\n"},
      {{"show"}, "'show' needs CASE or --list\n"},
  };
  for (const auto& [words, said] : kWrong) {
    const Ran ran = run_grader(words);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_EQ(ran.out, "");
    if (said != nullptr) {
      EXPECT_EQ(ran.err, said);
    } else {
      EXPECT_NE(ran.err.find("did you mean 'json'"), std::string::npos) << ran.err;
    }
  }
}

TEST(CommandTest, ListNamesEveryCaseAndHidesWhatIsHidden) {
  const Ran ran = run_grader({"grade", "--list"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("worked_example_split_heads"), std::string::npos);
  EXPECT_NE(ran.out.find("hidden"), std::string::npos);
  const Ran open = run_grader({"grade", "--list", "--cases", "public"});
  EXPECT_EQ(open.out.find("hidden"), std::string::npos) << open.out;
}

TEST(CommandTest, ShowPrintsACaseAsAPersonReadsIt) {
  const Ran ran = run_grader({"show", "worked_example_split_heads"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("x (1, 2, 4) = [[[0, 1, 2, 3], [4, 5, 6, 7]]]"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("expected (1, 2, 2, 2) = [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]"), std::string::npos)
      << ran.out;
}

TEST(CommandTest, ShowKeepsAHiddenCaseToItself) {
  const Ran ran = run_grader({"show", "mha_one_token"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "mha_one_token: values of mha_forward, hidden: its numbers are not shown\n");
}

TEST(CommandTest, AReportGoesToAFileWhileTheTextGoesToStdout) {
  const fs::path path = fresh_folder() / "report.json";
  const Ran ran = run_grader(
      {"solution/solution.h", "--cases", "public", "--format", "json=" + path.string(), "--format", "text"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("accepted"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(read_text(path)).at("verdict"), "accepted");
}

TEST(CommandTest, AReportThatCannotBeWrittenIsAnError) {
  const Ran ran =
      run_grader({"solution/solution.h", "--cases", "public", "--format", "json=/proc/none/report.json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("/proc/none"), std::string::npos) << ran.err;
}

TEST(CommandTest, CompileLeavesAModuleThatGradeTakes) {
  const fs::path module = fresh_folder() / "module.so";
  EXPECT_EQ(run_grader({"compile", "solution/solution.h", "-o", module.string()}).code, 0);
  const Ran ran =
      run_grader({"grade", "solution/solution.h", "--module", module.string(), "--cases", "public"});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
}

TEST(CommandTest, CompileCanKeepItsErrorsForGrade) {
  const fs::path file = fresh_folder() / "solution.h";
  write_text_file(file, "int broken(");
  const fs::path module = file.parent_path() / "module.so";
  const std::vector<std::string> compile{"compile", file.string(), "--package", ".", "-o", module.string()};
  EXPECT_EQ(run_grader(compile).code, 1);
  EXPECT_FALSE(fs::exists(module));
  std::vector<std::string> keep = compile;
  keep.emplace_back("--keep-errors");
  EXPECT_EQ(run_grader(keep).code, 0);
  const Ran ran = run_grader({"grade", file.string(), "--package", ".", "--module", module.string()});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("compile error"), std::string::npos) << ran.out;
}

TEST(CommandTest, AModuleThatIsNoneIsWrongUse) {
  const Ran ran = run_grader({"grade", "solution/solution.h", "--module", "README.md"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "'README.md' is no module; make one with 'grader compile FILE -o MODULE'\n");
}

}  // namespace
}  // namespace grader::cli

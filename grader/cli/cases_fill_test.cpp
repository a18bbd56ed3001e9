// `grader cases fill`, on a package as `grader new` makes it.
#include <gtest/gtest.h>

#include <filesystem>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfilled = R"(# Numbers to be filled in.
function: center
cases:
  # the first
  - name: fill_one
    args:
      x: [[1, 2],  # two numbers
          [3, 5]]

  - name: fill_given
    args: {x: [[1, 3]]}
    expect: [[-1, 1]]

  - name: fill_two  # in a row
    sequence:
      - args:
          x: [[1, 4]]
      - args:
          x: [[0]]
        expect: [[0]]
)";
constexpr const char* kFilled = R"(# Numbers to be filled in.
function: center
cases:
  # the first
  - name: fill_one
    args:
      x: [[1, 2],  # two numbers
          [3, 5]]
    expect: [[-0.5, 0.5],
             [  -1,   1]]

  - name: fill_given
    args: {x: [[1, 3]]}
    expect: [[-1, 1]]

  - name: fill_two  # in a row
    sequence:
      - args:
          x: [[1, 4]]
        expect: [[-1.5, 1.5]]
      - args:
          x: [[0]]
        expect: [[0]]
)";

TEST(CasesFillTest, WritesTheReferencesValuesAndNothingElse) {
  const fs::path package = new_package();
  const fs::path file = package / "cases/public/more.yaml";
  write_text_file(file, kUnfilled);
  const Ran ran = run_grader({"cases", "fill", "cases/public/more.yaml"}, package);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "cases/public/more.yaml: 2 values filled\n");
  EXPECT_EQ(read_text(file), kFilled);
  const Ran again = run_grader({"cases", "fill", "cases/public/more.yaml"}, package);
  EXPECT_EQ(again.err, "cases/public/more.yaml: 0 values filled\n");
  EXPECT_EQ(read_text(file), kFilled);
}

TEST(CasesFillTest, ADryRunPrintsAndLeavesTheFileAsItIs) {
  const fs::path package = new_package();
  const fs::path file = package / "cases/public/more.yaml";
  write_text_file(file, kUnfilled);
  const Ran ran = run_grader({"cases", "fill", file.string(), "--dry-run"}, package);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, kFilled);
  EXPECT_EQ(read_text(file), kUnfilled);
}

TEST(CasesFillTest, RefusesWhatItCanNotFill) {
  struct {
    std::string text;
    std::string said;
  } const rows[] = {
      {"function: center\ncases: [{name: one, args: {x: [[1]]}}]\n", "is written in braces"},
      {"function: center\ncases:\n  - name: one\n    args:\n      y: [[1]]\n", "'y'"},
  };
  for (const auto& row : rows) {
    const fs::path package = new_package();
    const fs::path file = package / "cases/public/more.yaml";
    write_text_file(file, row.text);
    const Ran ran = run_grader({"cases", "fill", file.string()}, package);
    EXPECT_EQ(ran.code, 2) << row.said;
    EXPECT_NE(ran.err.find(row.said), std::string::npos) << ran.err;
    EXPECT_EQ(read_text(file), row.text);
  }
}

TEST(CasesFillTest, NeedsAFileThatIsThere) {
  const Ran ran = run_grader({"cases", "fill", "nowhere.yaml"}, new_package());
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "cannot open 'nowhere.yaml': No such file or directory\n");
}

}  // namespace
}  // namespace grader::cli

// docs/instructors.md, walked: its commands are run one after another in a copy of the tree. Slow: it checks
// the whole case set.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "grader/base/file.h"
#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLong{900};

// All that an instructor changes, and `./grade`, which is the program that was built.
fs::path copy_of_the_tree() {
  fs::path copy = fresh_folder() / "tree";
  for (const char* folder : {"exercise", "solution", "cases", "examples/causal_attention"}) {
    fs::create_directories((copy / folder).parent_path());
    fs::copy(root() / folder, copy / folder, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  }
  for (const auto& entry : fs::recursive_directory_iterator(copy))
    fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add);
  fs::create_symlink(grader_program(), copy / "grade");
  return copy;
}

TEST(InstructorsTest, EveryCommandOfTheDocumentWorksInOrder) {
  const std::vector<ShellBlock> blocks = shell_blocks(read_text(root() / "docs/instructors.md"));
  ASSERT_GE(blocks.size(), 6U);
  const fs::path tree = copy_of_the_tree();
  for (const ShellBlock& block : blocks) {
    const Ran ran = run_program("bash", {"-euo", "pipefail", "-c", block.commands}, tree, kLong);
    ASSERT_EQ(ran.code, 0) << "docs/instructors.md:" << block.line << ":\n"
                           << block.commands << ran.out << ran.err;
  }
  const std::string filled = read_text(tree / "cases/public/merge_heads.yaml");
  EXPECT_TRUE(
      filled.ends_with("           [[3], [6]]]]\n    expect: [[[1, 2, 3],\n              [4, 5, 6]]]\n"))
      << filled;
  EXPECT_NE(read_text(tree / "solution/mistakes/kills.json").find("\"wo-is-wv\": [\n"), std::string::npos);
}

}  // namespace
}  // namespace grader::cli

#include "grader/compile/include_set.h"

#include <gtest/gtest.h>

#include <vector>

#include "grader/base/file.h"

namespace grader {
namespace {

std::vector<std::string> names(const IncludeSet& set) {
  std::vector<std::string> names;
  for (const auto& [name, text] : set) names.push_back(name);
  return names;
}

TEST(IncludeSetTest, FollowsIncludesOfKitAndPackage) {
  const auto folder = TemporaryFolder::make("include-set-test");
  ASSERT_TRUE(folder);
  const auto& at = folder->path();
  ASSERT_TRUE(
      write_file(at / "root/kit/tensor.h", "#pragma once\n  # include \"kit/args.h\"\n#include <vector>\n"));
  ASSERT_TRUE(write_file(at / "root/kit/args.h", "#include \"kit/tensor.h\"\n"));
  ASSERT_TRUE(write_file(at / "root/kit/record.h", ""));
  ASSERT_TRUE(write_file(at / "package/exercise/given/a.h", "#include \"b.h\"\n#include \"given/c.h\"\n"));
  ASSERT_TRUE(
      write_file(at / "package/exercise/given/b.h", "#include \"kit/args.h\"\n#include \"nowhere.h\"\n"));
  ASSERT_TRUE(write_file(at / "package/exercise/given/c.h", "#include \"../../cases/hidden.yaml\"\n"));
  ASSERT_TRUE(write_file(at / "package/cases/hidden.yaml", "secret"));
  IncludeSet set;
  ASSERT_TRUE(add_includes("#include \"kit/tensor.h\"\n#include \"exercise/given/a.h\"\n", "prelude.h",
                           at / "root", at / "package", set));
  EXPECT_EQ(names(set), (std::vector<std::string>{"exercise/given/a.h", "exercise/given/b.h",
                                                  "exercise/given/c.h", "kit/args.h", "kit/tensor.h"}));
  EXPECT_EQ(set["kit/args.h"], "#include \"kit/tensor.h\"\n");
}

}  // namespace
}  // namespace grader

#include "grader/compile/exports.h"

#include <gtest/gtest.h>

#include "grader/compile/mangled.h"

namespace grader {
namespace {

TEST(MangledTest, ReadsPlainNamesAndNothingElse) {
  struct Row {
    const char* symbol;
    const char* name;
  };
  const Row rows[] = {
      {"main", "main"},
      {"", ""},
      {"_Z6helperi", "helper"},
      {"_ZN3kit6matmulENS_3ArgES0_", "kit::matmul"},
      {"_ZNK3kit6Tensor3dimENS_5IndexE", "kit::Tensor::dim"},
      {"_ZN3kitplENS_3ArgES0_", ""},
      {"_ZN3kit6TensorC1Ev", ""},
      {"_ZN12_GLOBAL__N_14helpEv", "_GLOBAL__N_1::help"},
      {"_ZNSt6vectorIlSaIlEE9push_backEOl", ""},
      {"_ZN", ""},
      {"_ZN99999x", ""},
      {"_ZN4abc", ""},
      {"_ZN0E", ""},
      {"_ZN184467440737095516153xyzE", ""},
      {"_Z", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(qualified_name(row.symbol), row.name) << row.symbol;
}

TEST(ExportsTest, KnowsWhoseANameIs) {
  const Exports exports(
      "_ZN3kit3ArgC1ERKNS_6TensorEi i\n"
      "_ZN3kit6matmulENS_3ArgES0_ R\n"
      "exp l\n");
  EXPECT_TRUE(exports.by_runner("_ZN3kit6matmulENS_3ArgES0_"));
  EXPECT_FALSE(exports.by_runner("_ZN3kit3ArgC1ERKNS_6TensorEi"));
  EXPECT_FALSE(exports.by_runner("exp"));
  EXPECT_TRUE(exports.contains("exp"));
  EXPECT_FALSE(exports.contains("ex"));
  EXPECT_FALSE(exports.contains("zzz"));
  EXPECT_EQ(exports.function_names(), std::vector<std::string>{"matmul"});
}

TEST(ExportsTest, SaysWhichFileIsNoProgram) {
  const auto exports = list_exports("/etc/passwd", {});
  ASSERT_FALSE(exports);
  EXPECT_EQ(exports.error().message, "'/etc/passwd': not a well-formed ELF file: it does not begin as one");
}

}  // namespace
}  // namespace grader

#include <gtest/gtest.h>

#include "grader/base/fuzz_seeds.h"

namespace grader {
namespace {

TEST(TextFuzzTest, HoldsOnItsSeeds) {
  replay_seeds("grader/base/testdata/text_fuzz");
}

}  // namespace
}  // namespace grader

#include <gtest/gtest.h>

#include "grader/base/fuzz_seeds.h"

namespace grader {
namespace {

TEST(CaseLoaderFuzzTest, HoldsOnItsSeeds) {
  replay_seeds("grader/cases/testdata/case_loader_fuzz");
}

}  // namespace
}  // namespace grader

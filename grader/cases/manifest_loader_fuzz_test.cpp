#include <gtest/gtest.h>

#include "grader/base/fuzz_seeds.h"

namespace grader {
namespace {

TEST(ManifestLoaderFuzzTest, HoldsOnItsSeeds) {
  replay_seeds("grader/cases/testdata/manifest_loader_fuzz");
}

}  // namespace
}  // namespace grader

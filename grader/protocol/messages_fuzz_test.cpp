#include <gtest/gtest.h>

#include "grader/base/fuzz_seeds.h"

namespace grader {
namespace {

TEST(MessagesFuzzTest, HoldsOnItsSeeds) {
  replay_seeds("grader/protocol/testdata/messages_fuzz");
}

}  // namespace
}  // namespace grader

#include "grader/grade/self_tested.h"

#include <gtest/gtest.h>

#include <utility>

#include "grader/base/file.h"

namespace grader {
namespace {

class SelfTestedTest : public testing::Test {
 protected:
  // Runs a test that says `result`; whether it ran.
  bool runs(const std::string& place, const Result<void>& result) {
    bool ran = false;
    last_ = self_test_once(*Cache::open(folder_.path() / "cache"), place, [&] {
      ran = true;
      return result;
    });
    return ran;
  }
  const Result<void>& last() const { return last_; }

 private:
  TemporaryFolder folder_ = std::move(*TemporaryFolder::make("self-tested"));
  Result<void> last_;
};

TEST_F(SelfTestedTest, RunsOnceInAPlace) {
  EXPECT_TRUE(runs("here", {}));
  EXPECT_TRUE(last());
  EXPECT_FALSE(runs("here", {}));
  EXPECT_TRUE(last());
  EXPECT_TRUE(runs("elsewhere", {}));
}

TEST_F(SelfTestedTest, AFailureIsToldAndIsNotKept) {
  EXPECT_TRUE(runs("here", fail_internal("the sandbox does not hold here")));
  ASSERT_FALSE(last());
  EXPECT_EQ(last().error().message, "the sandbox does not hold here");
  EXPECT_TRUE(runs("here", {}));
  EXPECT_TRUE(last());
}

TEST(SandboxPlaceTest, StaysTheSameWithinAProgram) {
  EXPECT_EQ(sandbox_place(), sandbox_place());
}

}  // namespace
}  // namespace grader

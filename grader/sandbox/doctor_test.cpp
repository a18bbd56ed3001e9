// What the doctor says agrees with what the machine does.
#include "grader/sandbox/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "grader/sandbox/layers.h"

namespace grader::sandbox {
namespace {

bool works(const std::vector<LayerCheck>& checks, const std::string& layer) {
  const auto found =
      std::find_if(checks.begin(), checks.end(), [&](const auto& check) { return check.layer == layer; });
  return found != checks.end() && found->works;
}

TEST(DoctorTest, EveryLayerSaysWhatItGivesAndHowToGetIt) {
  const auto checks = examine_layers();
  ASSERT_EQ(checks.size(), 8U);
  for (const LayerCheck& check : checks) {
    EXPECT_FALSE(check.detail.empty()) << check.layer;
    EXPECT_FALSE(check.gives.empty()) << check.layer;
    EXPECT_EQ(check.how_to_get.empty(), check.works) << check.layer;
  }
}

TEST(DoctorTest, AgreesWithWhatIsUsed) {
  const auto checks = examine_layers();
  const Layers& offered = offered_layers();
  EXPECT_EQ(works(checks, "namespaces"), offered.namespaces);
  EXPECT_EQ(works(checks, "own user"), offered.own_user);
  EXPECT_EQ(works(checks, "landlock"), offered.landlock > 0);
  EXPECT_EQ(works(checks, "seccomp"), offered.seccomp);
  EXPECT_EQ(works(checks, "memory cgroup"), offered.memory_group);
}

TEST(DoctorTest, TheLevelFollowsFromTheLayers) {
  const Isolation& isolation = available();
  const Layers& offered = offered_layers();
  const bool enough = offered.seccomp && (offered.namespaces || offered.landlock > 0);
  EXPECT_EQ(isolation.level == 0, !enough);
  EXPECT_EQ(isolation.level == 3, enough && !offered.namespaces);
  EXPECT_EQ(isolation.level == 1, isolation.missing.empty());
  EXPECT_EQ(isolation.layers.size() + isolation.missing.size(), 6U);
}

TEST(SelfTest, EveryCanaryIsRefused) {
  if (available().level == 0) GTEST_SKIP() << "no sandbox can be had here";
  const auto canaries = fly_canaries(Thorough::kYes);
  ASSERT_TRUE(canaries) << canaries.error().message;
  EXPECT_EQ(canaries->size(), 12U);
  for (const Canary& canary : *canaries) EXPECT_TRUE(canary.refused) << canary.tries << ": " << canary.got;
  EXPECT_TRUE(self_test());
}

}  // namespace
}  // namespace grader::sandbox

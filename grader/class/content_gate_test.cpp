#include "grader/class/content_gate.h"

#include <gtest/gtest.h>

#include <thread>

namespace grader {
namespace {

TEST(ContentGateTest, LetsThroughWhoComesAfterItWasOpened) {
  ContentGate gate;
  gate.open("a");
  EXPECT_TRUE(gate.wait_for("a", [] { return true; }));
}

TEST(ContentGateTest, KeepsOthersWaitingUntilTheyAreToldToStop) {
  ContentGate gate;
  gate.open("a");
  int asked = 0;
  EXPECT_FALSE(gate.wait_for("b", [&] { return ++asked == 3; }));
}

TEST(ContentGateTest, WakesWhoWaits) {
  ContentGate gate;
  bool passed = false;
  std::thread waiting([&] { passed = gate.wait_for("a", [] { return false; }); });
  gate.open("a");
  waiting.join();
  EXPECT_TRUE(passed);
}

}  // namespace
}  // namespace grader

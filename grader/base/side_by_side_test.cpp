#include "grader/base/side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>

namespace grader {
namespace {

TEST(SideBySideTest, DoesEachPieceOnce) {
  std::array<std::atomic<int>, 100> seen{};
  std::size_t last = 0;
  side_by_side(
      seen.size(), {.threads = 4, .stop = {}}, [&](std::size_t at) { ++seen.at(at); },
      [&](std::size_t done) {
        EXPECT_GE(done, last);
        last = done;
      });
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST(SideBySideTest, BeginsNothingAfterStop) {
  std::atomic<int> begun{0};
  side_by_side(
      100, {.threads = 2, .stop = [&] { return begun >= 10; }}, [&](std::size_t) { ++begun; },
      [](std::size_t) {});
  EXPECT_GE(begun, 10);
  EXPECT_LE(begun, 11);
}

TEST(SideBySideTest, ThrowsOnWhatAPieceThrew) {
  std::atomic<int> begun{0};
  const auto work = [&](std::size_t at) {
    ++begun;
    if (at == 3) throw std::runtime_error("three");
  };
  EXPECT_THROW(side_by_side(1000, {.threads = 1, .stop = {}}, work, [](std::size_t) {}), std::runtime_error);
  EXPECT_EQ(begun, 4);
}

TEST(SideBySideTest, NothingToDoIsDoneAtOnce) {
  side_by_side(
      0, {}, [](std::size_t) { FAIL(); }, [](std::size_t) {});
}

}  // namespace
}  // namespace grader

#include "grader/base/side_by_side.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <mutex>
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

std::set<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::set<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    for (int core = 0; core < CPU_SETSIZE; ++core)
      if (CPU_ISSET(core, &set)) cores.insert(core);
  return cores;
}

// What the pieces of this many threads may run on.
std::set<std::set<int>> cores_apart(int threads) {
  std::mutex mutex;
  std::set<std::set<int>> seen;
  const auto work = [&](std::size_t) {
    const std::lock_guard lock(mutex);
    seen.insert(allowed_cores());
  };
  side_by_side(200, {.threads = threads, .apart = true, .stop = {}}, work, [](std::size_t) {});
  return seen;
}

TEST(SideBySideTest, AThreadForEachCoreStaysOnIt) {
  const std::set<int> all = allowed_cores();
  for (const auto& cores : cores_apart(static_cast<int>(all.size()))) {
    ASSERT_EQ(cores.size(), 1U);
    EXPECT_TRUE(all.contains(*cores.begin()));
  }
  EXPECT_EQ(allowed_cores(), all) << "the caller goes where it went before";
  const std::set<std::set<int>> anywhere{all};
  EXPECT_EQ(cores_apart(static_cast<int>(all.size()) + 1), anywhere);
}

TEST(SideBySideTest, NothingToDoIsDoneAtOnce) {
  side_by_side(
      0, {}, [](std::size_t) { FAIL(); }, [](std::size_t) {});
}

}  // namespace
}  // namespace grader

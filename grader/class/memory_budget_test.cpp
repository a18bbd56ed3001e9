#include "grader/class/memory_budget.h"

#include <gtest/gtest.h>

namespace grader {
namespace {

constexpr std::int64_t kGiB = 1LL << 30;

// By default a compile may take 2 GiB and a run 256 MiB.
TEST(MemoryBudgetTest, NoMoreAtATimeThanFit) {
  constexpr struct {
    std::int64_t memory;
    int jobs;
    int submissions;  // to grade
    int at_a_time;
    int runs;
  } kTable[] = {
      {16 * kGiB, 2, 100, 2, 2}, {16 * kGiB, 8, 100, 8, 2}, {5 * kGiB, 8, 100, 2, 4},
      {2 * kGiB, 8, 100, 1, 8},  {64 * kGiB, 8, 1, 1, 8},   {64 * kGiB, 8, 3, 3, 2},
      {64 * kGiB, 1, 5, 1, 2},   {2 * kGiB, 16, 1, 1, 8},
  };
  for (const auto& [memory, jobs, submissions, at_a_time, runs] : kTable) {
    const auto room = room_for({}, jobs, memory, submissions);
    ASSERT_TRUE(room) << jobs << " " << memory;
    EXPECT_EQ(room->submissions, at_a_time) << jobs << " " << memory;
    EXPECT_EQ(room->runs, runs) << jobs << " " << memory;
  }
}

TEST(MemoryBudgetTest, RunsCountWhereTheyTakeMoreThanACompile) {
  Limits limits;
  limits.memory_bytes = 4 * kGiB;
  const auto room = room_for(limits, 8, 17 * kGiB, 100);
  ASSERT_TRUE(room);
  EXPECT_EQ(room->submissions, 2);
  EXPECT_EQ(room->runs, 2);
}

TEST(MemoryBudgetTest, ABudgetThatIsTooSmallIsTold) {
  const auto room = room_for({}, 2, kGiB, 100);
  ASSERT_FALSE(room);
  EXPECT_EQ(room.error().message,
            "--memory 1024 MiB is too little: by the exercise's limits one submission may take 2048 MiB");
  EXPECT_TRUE(room_for({}, 2, 0, 100)) << "whatever the machine has, one at a time is always tried";
  EXPECT_GT(machine_memory(), 0);
}

}  // namespace
}  // namespace grader

#include "grader/run/scatter.h"

#include <gtest/gtest.h>

#include <set>

namespace grader {
namespace {

TEST(ScatterTest, DifferentBytesGiveDifferentNumbers) {
  const std::vector<std::string> texts = {
      "",         "a",        "b",         std::string(1, '\0'), std::string(8, '\0'),
      "abcdefgh", "abcdefgi", "abcdefgha", "aabcdefgh",          std::string(9, '\0')};
  std::set<std::uint64_t> seen;
  for (const std::string& text : texts) seen.insert(mix_bytes(text, 0));
  EXPECT_EQ(seen.size(), texts.size());
  EXPECT_NE(mix_bytes("abc", 1), mix_bytes("abc", 2));
  EXPECT_EQ(mix_bytes("abc", 1), mix_bytes("abc", 1));
}

TEST(ScatterTest, ADrawIsSplitMix64) {
  // The first numbers of the reference implementation (Sebastiano Vigna, splitmix64.c) for the seed 1234567.
  Draw draw(1234567);
  EXPECT_EQ(draw.next(), 6457827717110365317U);
  EXPECT_EQ(draw.next(), 3203168211198807973U);
  EXPECT_EQ(draw.next(), 9817491932198370423U);
}

TEST(ScatterTest, TheStackMovesInStepsOf16Below64KiB) {
  Draw draw(7);
  std::set<std::size_t> seen;
  for (int i = 0; i < 100; ++i) {
    const std::size_t offset = stack_offset(draw);
    EXPECT_EQ(offset % 16, 0U);
    EXPECT_LT(offset, 65536U);
    seen.insert(offset);
  }
  EXPECT_GT(seen.size(), 90U);
}

}  // namespace
}  // namespace grader

#include "grader/class/class_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

std::vector<std::string> ids_of(const std::vector<std::string>& names) {
  std::vector<Named> all;
  all.reserve(names.size());
  for (const std::string& name : names) all.push_back({.name = name, .origin = name + ".h"});
  return safe_ids(all);
}

TEST(ClassIdTest, ASafeNameIsItsOwnId) {
  EXPECT_EQ(ids_of({"alice", "B.ob-2_x", "17"}), (std::vector<std::string>{"alice", "B.ob-2_x", "17"}));
}

TEST(ClassIdTest, EveryOtherNameBecomesSafeAndStaysApart) {
  const std::vector<std::string> names{"a b",
                                       "a/b",
                                       "a\nb",
                                       "a\x1b[31mb",
                                       "..",
                                       "../x",
                                       "=1+1",
                                       "'",
                                       "\"",
                                       "\xff",
                                       "\xc3\xa4",
                                       ".hidden",
                                       "-rf",
                                       "",
                                       "_",
                                       "%2e",
                                       "al",
                                       "AL",
                                       "Al",
                                       "a_b",
                                       std::string(300, 'x'),
                                       std::string(299, 'x'),
                                       std::string("a\0b", 3)};
  const auto ids = ids_of(names);
  std::set<std::string> lower;
  for (std::string id : ids) {
    EXPECT_FALSE(id.empty() || id.size() > 80 || id[0] == '.' || id[0] == '-') << id;
    EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"),
              std::string::npos)
        << id;
    std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) { return std::tolower(c); });
    lower.insert(id);
  }
  EXPECT_EQ(lower.size(), names.size()) << "letter case tells nothing apart";
}

TEST(ClassIdTest, AnIdDoesNotHangOnTheOrder) {
  const auto forth = ids_of({"Al", "al", "bo"});
  const auto back = ids_of({"bo", "al", "Al"});
  EXPECT_EQ(forth[0], back[2]);
  EXPECT_EQ(forth[1], back[1]);
  EXPECT_EQ(forth[2], "bo");
}

}  // namespace
}  // namespace grader

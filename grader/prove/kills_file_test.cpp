#include "grader/prove/kills_file.h"

#include <gtest/gtest.h>

#include "grader/base/file.h"

namespace grader {
namespace {

const Kills kKills{{"b-second", {"m1"}}, {"a-first", {"s2", "s1"}}, {"lives", {}}};

TEST(KillsFileTest, EveryKillHasALineInAlphabeticalOrder) {
  EXPECT_EQ(
      write_kills(kKills),
      "{\n \"a-first\": [\n  \"s1\",\n  \"s2\"\n ],\n \"b-second\": [\n  \"m1\"\n ],\n \"lives\": []\n}\n");
}

TEST(KillsFileTest, WhatIsWrittenReadsBack) {
  const auto read = parse_kills(write_kills(kKills), "kills.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, kKills);
}

TEST(KillsFileTest, WhatIsNoListOfKillsIsRefused) {
  for (const char* text : {"", "[]", "{\"a\": 1}", "{\"a\": [1]}", "{\"a\": [\"s1\"", "nan"}) {
    const auto read = parse_kills(text, "kills.json");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(
        read.error().message,
        "'kills.json' is no list of kills: remove it and write it anew with 'grader cases check --write'");
  }
}

TEST(KillsFileTest, NoFileIsNoBaseline) {
  const auto folder = TemporaryFolder::make("kills_file_test");
  ASSERT_TRUE(folder);
  const auto read = read_kills(folder->path() / "kills.json");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

}  // namespace
}  // namespace grader

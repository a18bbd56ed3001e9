#include "grader/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace grader {
namespace {

Error error(std::string message, Place place = {}, std::string line = "") {
  return {.message = std::move(message), .place = std::move(place), .source_line = std::move(line)};
}

TEST(ErrorTest, WritesWhatIsKnownOfThePlace) {
  EXPECT_EQ(to_text(error("no such case 'a'")), "no such case 'a'");
  EXPECT_EQ(to_text(error("it is empty", {"a.yaml"})), "a.yaml: it is empty");
  EXPECT_EQ(to_text(error("a tab", {"a.yaml", 3})), "a.yaml:3: a tab");
  EXPECT_EQ(to_text(error("a tab", {"a.yaml", 3, 7})), "a.yaml:3:7: a tab");
}

TEST(ErrorTest, PutsACaretUnderTheColumn) {
  EXPECT_EQ(to_text(error("expected a number", {"a.yaml", 2, 9}, "points: x")),
            "a.yaml:2:9: expected a number\n  points: x\n          ^");
  EXPECT_EQ(to_text(error("bad", {"a.yaml", 2, 3}, "\t\tx")), "a.yaml:2:3: bad\n  \t\tx\n  \t\t^");
}

TEST(ErrorTest, ShowsNoLineWithoutAColumn) {
  EXPECT_EQ(to_text(error("bad", {"a.yaml", 2}, "points: x")), "a.yaml:2: bad");
}

TEST(ErrorTest, IsObeyedByNoTerminal) {
  EXPECT_EQ(to_text(error("bad '\x1b[2J'", {"a\x07.yaml", 1, 1}, "\x1b[2Jx")),
            "a\\x07.yaml:1:1: bad '\\x1B[2J'\n  \\x1B[2Jx\n  ^");
}

TEST(ErrorTest, WritesAllErrorsInOrder) {
  EXPECT_EQ(to_text(Errors{error("one"), error("two", {"b"})}), "one\nb: two\n");
}

TEST(ErrorTest, KnowsWhoHasToAct) {
  const Result<int> use = fail("wrong");
  ASSERT_FALSE(use);
  EXPECT_EQ(use.error().fault, Fault::kUse);
  const Result<int> ours = fail_internal("broken");
  EXPECT_EQ(ours.error().fault, Fault::kInternal);
  EXPECT_EQ(ours.error().message, "broken");
  const Result<void> system = fail_errno("cannot open 'x'", ENOENT);
  EXPECT_EQ(system.error().message, "cannot open 'x': No such file or directory");
}

}  // namespace
}  // namespace grader

#include "grader/base/verdict.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace grader {
namespace {

TEST(VerdictTest, ReadsBackEveryName) {
  std::set<std::string_view> names;
  for (int i = 0; i < kVerdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    names.insert(to_string(verdict));
    EXPECT_EQ(verdict_from(to_string(verdict)), verdict);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kVerdictCount));
}

TEST(VerdictTest, SpellsNamesAsFilesDo) {
  EXPECT_EQ(to_string(Verdict::kInternalError), "internal_error");
  EXPECT_EQ(to_string(Verdict::kSecurityViolation), "security_violation");
  EXPECT_EQ(to_string(Verdict::kNotVectorised), "not_vectorised");
  EXPECT_EQ(to_string(Verdict::kAccepted), "accepted");
}

TEST(VerdictTest, KnowsNoOtherNames) {
  for (const auto* name : {"", "Accepted", "accepted ", "wrong answer"})
    EXPECT_EQ(verdict_from(name), std::nullopt);
}

TEST(VerdictTest, TakesTheFirstOfTheOrder) {
  using enum Verdict;
  const std::vector<Verdict> order{kInternalError,  kCompileError, kSecurityViolation, kOutputLimit,
                                   kTimeLimit,      kMemoryLimit,  kRuntimeError,      kWrongShape,
                                   kWrongException, kWrongAnswer,  kNotImplemented,    kNotVectorised,
                                   kAccepted};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = 0; j < order.size(); ++j)
      EXPECT_EQ(worse(order[i], order[j]), order[std::min(i, j)]);
}

}  // namespace
}  // namespace grader

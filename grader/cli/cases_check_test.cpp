// The case sets of this repository prove themselves. Slow: every known solution is compiled and run.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

using nlohmann::json;

constexpr std::chrono::seconds kLong{900};

json check(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"cases", "check", "--format", "json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Ran ran = run_grader(arguments, {}, kLong);
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_EQ(ran.err, "");
  return json::parse(ran.out, nullptr, false);
}

int count(const json& report, const char* role) {
  int found = 0;
  for (const json& one : report.at("submissions")) found += one.at("role") == role ? 1 : 0;
  return found;
}

struct Package {
  std::vector<std::string> arguments;
  int mistakes;
  int caught_by_public;
  int accepted;
  int not_vectorised;
};

// At least so many; the numbers that were asked for.
void expect_proved(const Package& package) {
  const json report = check(package.arguments);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report.at("proved"), true);
  EXPECT_EQ(report.at("counts").at("caught"), report.at("counts").at("mistakes"));
  EXPECT_GE(report.at("counts").at("mistakes"), package.mistakes);
  EXPECT_GE(report.at("counts").at("caught_by_public"), package.caught_by_public);
  EXPECT_GE(count(report, "accepted"), package.accepted);
  EXPECT_GE(count(report, "not_vectorised"), package.not_vectorised);
  EXPECT_EQ(report.at("lost"), json::array()) << "renew the baseline: grader cases check --write";
  EXPECT_EQ(report.at("near_tolerance"), json::array());
}

TEST(CasesCheckSlowTest, MultiHeadAttentionIsProved) {
  expect_proved(
      {.arguments = {}, .mistakes = 100, .caught_by_public = 60, .accepted = 20, .not_vectorised = 10});
}

TEST(CasesCheckSlowTest, CausalAttentionIsProved) {
  expect_proved({.arguments = {"--package", "examples/causal_attention"},
                 .mistakes = 12,
                 .caught_by_public = 12,
                 .accepted = 3,
                 .not_vectorised = 3});
}

}  // namespace
}  // namespace grader::cli

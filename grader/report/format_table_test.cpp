// The table of formats, and what each makes of a report without cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "grader/report/formats.h"
#include "grader/report/testing.h"

namespace grader {
namespace {

using nlohmann::json;

TEST(FormatTableTest, NamesAreUnique) {
  std::vector<std::string> names = report_format_names();
  EXPECT_EQ(names.front(), "text");
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (const std::string& name : names) EXPECT_EQ(find_report_format(name)->name, name);
  EXPECT_EQ(find_report_format("xml"), nullptr);
}

TEST(FormatTableTest, GithubHasAnotherTokenInEveryRun) {
  const Report report = testing::accepted_report();
  EXPECT_NE(find_report_format("github")->write(report, {}), find_report_format("github")->write(report, {}));
}

TEST(EmptyReportTest, IsGreenInNoFormat) {
  Report report;
  report.title = "T";
  report.message = "the runner could not be started";
  const auto written = [&](const char* name) { return find_report_format(name)->write(report, {}); };
  EXPECT_NE(written("junit").find("errors=\"1\""), std::string::npos);
  EXPECT_NE(
      written("junit").find("<error message=\"the runner could not be started\" type=\"internal_error\">"),
      std::string::npos);
  EXPECT_EQ(written("tap"), "TAP version 14\nBail out! internal error: the runner could not be started\n");
  EXPECT_EQ(json::parse(written("exercism"))["status"], "error");
  EXPECT_FALSE(json::parse(written("gradescope")).contains("score"));
  EXPECT_NE(written("csv").find(",internal_error,,0,"), std::string::npos);
}

}  // namespace
}  // namespace grader

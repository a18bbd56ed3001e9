// Holds all formats of one report against each other, read by programs that are not ours.
#include "grader/report/formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/report/format_text.h"
#include "grader/report/github_report.h"
#include "grader/report/golden.h"
#include "grader/report/random_report.h"
#include "grader/report/testing.h"
#include "grader/report/words.h"

namespace grader {
namespace {

using nlohmann::json;
using Named = std::pair<std::string, Report>;

std::vector<Named> many_reports() {
  std::vector<Named> reports = testing::all_reports();
  for (std::uint64_t seed = 1; seed <= 24; ++seed)
    reports.emplace_back("random" + std::to_string(seed), testing::random_report(seed));
  return reports;
}

class FormatsTest : public ::testing::Test {
 protected:
  // Everything that the readers said, by the report's name. One run for all tests: it starts many programs.
  static void SetUpTestSuite() {
    reports_ = std::make_unique<std::vector<Named>>(many_reports());
    auto folder = TemporaryFolder::make("formats_test");
    ASSERT_TRUE(folder);
    for (const auto& [name, report] : *reports_)
      for (const ReportFormat& format : report_formats())
        ASSERT_TRUE(write_file(folder->path() / name / format.name, format.write(report, {})));
    int code = 0;
    const std::string said = testing::run(
        {"/usr/bin/python3", "grader/report/testdata/read_formats.py", folder->path().string()}, &code);
    ASSERT_EQ(code, 0) << said.substr(said.size() > 3000 ? said.size() - 3000 : 0);
    said_ = std::make_unique<json>(json::parse(said));
  }
  static void TearDownTestSuite() {
    said_.reset();
    reports_.reset();
  }
  template <class Check>
  static void for_each_report(Check check) {
    ASSERT_NE(said_, nullptr);
    for (const auto& [name, report] : *reports_) {
      SCOPED_TRACE(name);
      check(report, said_->at(name));
    }
  }

  static inline std::unique_ptr<std::vector<Named>> reports_;
  static inline std::unique_ptr<json> said_;
};

json points_or_null(const Report& report, double points) {
  return report.points ? json(rounded_points(points)) : json(nullptr);
}

std::string of_or_none(const Report& report, double points, double most) {
  return report.points ? points_text(points) + " of " + points_text(most) : "none";
}

double rounded(const json& number) {
  return rounded_points(number.get<double>());
}

// name, verdict of every case, as a one-line format names them.
json cases_of(const Report& report) {
  json cases = json::array();
  for (const CaseReport& one : report.cases) cases.push_back({clean_line(one.name), to_string(one.verdict)});
  return cases;
}

json without_points(const json& cases) {
  json plain = json::array();
  for (const json& one : cases) plain.push_back({one[0], one[1]});
  return plain;
}

TEST_F(FormatsTest, JsonAndGradescopeSayTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    for (const auto* format : {"json", "gradescope"}) {
      const json& one = said[format];
      EXPECT_EQ(one["verdict"], to_string(report.verdict));
      EXPECT_EQ(one["points"].is_null(), !report.points);
      EXPECT_EQ(rounded(report.points ? one["points"] : json(0)), rounded_points(report.points.value_or(0)));
      EXPECT_EQ(rounded(one["max_points"]), rounded_points(report.max_points));
      EXPECT_EQ(one["counts"], json({report.declared, report.started, report.finished, report.passed}));
    }
    EXPECT_EQ(without_points(said["gradescope"]["cases"]), cases_of(report));
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
      EXPECT_EQ(said["json"]["cases"][i][0], clean_text(report.cases[i].name));
      EXPECT_EQ(said["json"]["cases"][i][1], to_string(report.cases[i].verdict));
      EXPECT_EQ(said["gradescope"]["cases"][i][2], points_or_null(report, report.cases[i].points));
      EXPECT_EQ(said["gradescope"]["statuses"][i],
                report.cases[i].verdict == Verdict::kAccepted ? "passed" : "failed");
    }
  });
}

TEST_F(FormatsTest, JunitSaysTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    const json& junit = said["junit"];
    EXPECT_EQ(junit["verdict"], to_string(report.verdict));
    EXPECT_EQ(junit["total"], of_or_none(report, report.points.value_or(0), report.max_points));
    EXPECT_EQ(junit["tests"], report.declared);
    EXPECT_EQ(junit["not_passed"], report.declared - report.passed);
    json cases = junit["cases"];
    ASSERT_EQ(cases.size(), report.cases.size());
    for (const CaseReport& one : report.cases) {
      const json expected{clean_line(one.name), to_string(one.verdict),
                          of_or_none(report, one.points, one.max_points)};
      EXPECT_EQ(std::count_if(cases.begin(), cases.end(),
                              [&](const json& c) {
                                return c[0] == clean_line(one.name) && c[1] == expected[1] &&
                                       c[2] == expected[2];
                              }),
                1)
          << expected;
    }
  });
}

TEST_F(FormatsTest, ExercismSaysVerdictsAndOrder) {
  for_each_report([](const Report& report, const json& said) {
    const json& exercism = said["exercism"];
    const bool nothing = report.verdict == Verdict::kCompileError || report.started == 0;
    EXPECT_EQ(exercism["status"], nothing ? "error" : report.verdict == Verdict::kAccepted ? "pass" : "fail");
    EXPECT_EQ(exercism["cases"], nothing ? json::array() : cases_of(report));
    if (nothing) {
      EXPECT_TRUE(exercism["message"].get<std::string>().starts_with(words(report.verdict)));
    }
  });
}

TEST_F(FormatsTest, TapSaysTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    const json& tap = said["tap"];
    EXPECT_EQ(tap["errors"], json::array());
    EXPECT_EQ(tap["plan"], report.declared);
    EXPECT_TRUE(tap["bail"].is_null());
    ASSERT_EQ(tap["points"].size(), report.cases.size());
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
      const CaseReport& one = report.cases[i];
      const json& point = tap["points"][i];
      EXPECT_EQ(point["ok"], one.verdict == Verdict::kAccepted ? 1 : 0);
      EXPECT_EQ(point["skip"], 0);
      EXPECT_EQ(point["todo"], 0);
      EXPECT_EQ(point["yaml"].size(), 1U);
      EXPECT_EQ(point["yaml"][0]["verdict"], to_string(one.verdict));
      if (report.points) {
        EXPECT_EQ(point["yaml"][0]["points"], points_text(one.points));
      }
    }
    EXPECT_EQ(tap["comments"],
              json({"verdict: " + std::string(to_string(report.verdict)), total_text(report),
                    std::to_string(report.passed) + " of " + std::to_string(report.declared) +
                        " cases passed, " + std::to_string(report.started) + " started, " +
                        std::to_string(report.finished) + " finished"}));
  });
}

TEST_F(FormatsTest, CsvSaysTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    const json& row = said["csv"];
    EXPECT_EQ(row["verdict"], to_string(report.verdict));
    EXPECT_EQ(row["points"], report.points ? points_text(*report.points) : "");
    EXPECT_EQ(row["max_points"], points_text(report.max_points));
    EXPECT_EQ(row["passed"], std::to_string(report.passed));
    EXPECT_EQ(row["declared"], std::to_string(report.declared));
    std::string failed;
    for (const CaseReport& one : report.cases)
      if (one.verdict != Verdict::kAccepted)
        failed +=
            (failed.empty() ? "" : " ") + clean_line(one.name) + "=" + std::string(to_string(one.verdict));
    EXPECT_EQ(row["not_passed"], failed);
  });
}

TEST_F(FormatsTest, GithubSaysTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    const json& commands = said["github"]["commands"];
    const auto notice =
        std::find_if(commands.begin(), commands.end(), [](const json& one) { return one[0] == "notice"; });
    ASSERT_NE(notice, commands.end());
    EXPECT_EQ((*notice)[1]["title"], words(report.verdict) + "%2C " + total_text(report));
    EXPECT_EQ((*notice)[2],
              std::to_string(report.passed) + " of " + std::to_string(report.declared) + " cases passed");
    const auto errors =
        std::count_if(commands.begin(), commands.end(), [](const json& one) { return one[0] == "error"; });
    const auto compiler_errors =
        std::count_if(report.compile.diagnostics.begin(), report.compile.diagnostics.end(),
                      [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::kError; });
    EXPECT_EQ(errors == 0, report.verdict == Verdict::kAccepted && compiler_errors == 0);
    const json& classroom = said["classroom"];
    ASSERT_EQ(classroom["cases"].size(), report.cases.size());
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
      EXPECT_EQ(classroom["cases"][i][0], clean_line(report.cases[i].name));
      EXPECT_EQ(classroom["cases"][i][1] == "pass", report.cases[i].verdict == Verdict::kAccepted);
      EXPECT_EQ(classroom["cases"][i][2], points_or_null(report, report.cases[i].points));
    }
    const std::string summary = write_github_summary(report);
    EXPECT_NE(summary.find(words(report.verdict)), std::string::npos);
    EXPECT_NE(summary.find(total_text(report) + ", " + std::to_string(report.passed) + " of " +
                           std::to_string(report.declared)),
              std::string::npos);
    EXPECT_LT(summary.size(), 1U << 20U);
  });
}

TEST_F(FormatsTest, HtmlSaysTheWhole) {
  for_each_report([](const Report& report, const json& said) {
    const json& html = said["html"];
    EXPECT_NE(html["said"]["verdict"].get<std::string>().find(words(report.verdict)), std::string::npos);
    EXPECT_EQ(html["said"]["points"], total_text(report));
    EXPECT_TRUE(html["said"]["counts"].get<std::string>().starts_with(
        std::to_string(report.passed) + " of " + std::to_string(report.declared) + " cases"));
    ASSERT_EQ(html["summaries"].size(), report.cases.size());
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
      const auto summary = html["summaries"][i].get<std::string>();
      EXPECT_TRUE(summary.starts_with(clean_text(report.cases[i].name)));
      EXPECT_NE(summary.find(words(report.cases[i].verdict) + ", "), std::string::npos);
    }
    for (const auto* tag : {"script", "a", "img", "iframe", "object", "form", "link", "base", "svg"})
      EXPECT_EQ(std::count(html["tags"].begin(), html["tags"].end(), tag), 0) << tag;
    for (const json& attribute : html["attributes"])
      EXPECT_FALSE(attribute.get<std::string>().starts_with("on"));
  });
}

TEST_F(FormatsTest, TextSaysTheWholeAndEveryFormatIsClean) {
  for_each_report([](const Report& report, const json& /*said*/) {
    const std::string text = find_report_format("text")->write(report, {});
    EXPECT_NE(text.find(words(report.verdict) + ": "), std::string::npos);
    EXPECT_NE(text.find(total_text(report)), std::string::npos);
    for (const ReportFormat& format : report_formats()) {
      std::string written = format.write(report, {});
      if (format.name == "csv") std::erase(written, '\r');
      testing::expect_clean(written);
    }
  });
}

// Every format of mixed_report, whose hidden cases hold markers in each of their fields.
TEST_F(FormatsTest, NoFormatShowsWhatIsHidden) {
  ASSERT_NE(said_, nullptr);
  const Report report = testing::mixed_report();
  std::vector<std::pair<std::string, std::string>> texts;
  for (const ReportFormat& format : report_formats())
    texts.emplace_back(format.name, format.write(report, {}));
  texts.emplace_back("github-classroom, decoded", said_->at("mixed")["classroom"].dump());
  for (const auto& [name, text] : texts) {
    EXPECT_EQ(text.find(testing::kHiddenMarker), std::string::npos) << name;
    EXPECT_EQ(text.find("271828"), std::string::npos) << name;
    const bool named = text.find("forward_order") != std::string::npos ||
                       text.find("forward&#95;order") != std::string::npos;
    EXPECT_EQ(named, name != "github-classroom") << name << ": the name may be seen";
  }
  const std::string open = find_report_format("junit")->write(testing::mixed_report_for_instructor(), {});
  EXPECT_NE(open.find(testing::kHiddenMarker), std::string::npos);
}

TEST_F(FormatsTest, GradescopeSaysNoMoreOfHiddenCasesThanTheVerdict) {
  ASSERT_NE(said_, nullptr);
  EXPECT_EQ(said_->at("mixed")["gradescope"]["hidden_output"],
            json({"wrong answer\nhint: The weights act from the wrong side.\n", "runtime error\n",
                  "time limit\n", "wrong shape\n", ""}));
}

TEST_F(FormatsTest, ReadLikeThis) {
  const Report report = testing::mixed_report();
  const std::vector<std::pair<std::string, std::string>> files{{"junit", "mixed.junit.xml"},
                                                               {"gradescope", "mixed.gradescope.json"},
                                                               {"exercism", "mixed.exercism.json"},
                                                               {"github-summary", "mixed.summary.md"},
                                                               {"tap", "mixed.tap"},
                                                               {"csv", "mixed.csv"},
                                                               {"html", "mixed.html"}};
  for (const auto& [format, file] : files)
    testing::expect_golden(file, find_report_format(format)->write(report, {}));
  const std::string log = write_github(report, "TOKEN");
  testing::expect_golden("mixed.github.txt", log.substr(0, log.find("::group::")));
}

}  // namespace
}  // namespace grader

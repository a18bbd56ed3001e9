#include "grader/report/json_report.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "grader/report/golden.h"
#include "grader/report/testing.h"

namespace grader {
namespace {

using nlohmann::json;

TEST(JsonReportTest, ReadsLikeThis) {
  for (const auto& [name, report] : testing::all_reports()) {
    if (name == "mixed" || name == "compile_error" || name == "odd_numbers")
      testing::expect_golden(name + ".json", write_json(report));
  }
}

// An independent reader: Debian's python3-jsonschema.
TEST(JsonReportTest, FitsItsSchema) {
  const std::string check =
      "import json, sys, jsonschema\n"
      "schema = json.load(open('docs/report.schema.json', encoding='utf-8'))\n"
      "jsonschema.Draft202012Validator.check_schema(schema)\n"
      "reports = json.load(open(sys.argv[1], encoding='utf-8'), parse_constant=lambda name: sys.exit('found "
      "' + name))\n"
      "for report in reports: jsonschema.Draft202012Validator(schema).validate(report)\n"
      "print('valid', len(reports))\n";
  std::string all = "[";
  for (const auto& [name, report] : testing::all_reports()) {
    if (all.size() > 1) all += ',';
    all += write_json(report);
  }
  all += ']';
  int code = 0;
  const std::string said = testing::run_reader({"/usr/bin/python3", "-c", check, "@"}, all, &code);
  EXPECT_EQ(code, 0) << said.substr(0, 2000);
  EXPECT_EQ(said, "valid 8\n");
}

TEST(JsonReportTest, TheSchemaRefusesWhatIsWrong) {
  const std::string check =
      "import json, sys, jsonschema\n"
      "schema = json.load(open('docs/report.schema.json', encoding='utf-8'))\n"
      "validator = jsonschema.Draft202012Validator(schema)\n"
      "text = open(sys.argv[1], encoding='utf-8').read()\n"
      "def refused(change):\n"
      "  report = json.loads(text)\n"
      "  change(report)\n"
      "  return not validator.is_valid(report)\n"
      "changes = [lambda r: r.pop('verdict'), lambda r: r.update(verdict='great'), lambda r: "
      "r.update(extra=1),\n"
      "           lambda r: r.update(points='3'), lambda r: r['cases'][-1].update(stdout='x'),\n"
      "           lambda r: r['cases'][-1].update(redacted=False), lambda r: r['cases'][0].pop('call'),\n"
      "           lambda r: r['functions'][0].update(passed=-1)]\n"
      "print([refused(change) for change in changes].count(True), 'of', len(changes), refused(lambda r: "
      "None))\n";
  int code = 0;
  const std::string said =
      testing::run_reader({"/usr/bin/python3", "-c", check, "@"}, write_json(testing::mixed_report()), &code);
  EXPECT_EQ(said, "8 of 8 False\n");
}

TEST(JsonReportTest, WritesNumbersThatReadBackAsTheSame) {
  const json report = json::parse(write_json(testing::odd_numbers_report()));
  const json& difference = report["cases"][0]["difference"];
  const json& data = difference["expected"]["data"];
  EXPECT_EQ(data[0], "NaN");
  EXPECT_EQ(data[1], "Infinity");
  EXPECT_EQ(data[2], "-Infinity");
  EXPECT_TRUE(std::signbit(data[3].get<double>()));
  EXPECT_EQ(data[4].get<double>(), 5e-324);
  EXPECT_EQ(data[5].get<double>(), std::numeric_limits<double>::max());
  EXPECT_EQ(difference["first"]["got"], 1.0);
  EXPECT_EQ(report["cases"][0]["memory_bytes"], std::numeric_limits<std::int64_t>::max());
}

TEST(JsonReportTest, LeavesPointsOutThatCouldNotBeJudged) {
  const json report = json::parse(write_json(testing::internal_error_report()));
  EXPECT_TRUE(report["points"].is_null());
  EXPECT_TRUE(report["functions"][0]["points"].is_null());
  EXPECT_TRUE(report["cases"][0]["points"].is_null());
}

TEST(JsonReportTest, LeavesTheMembersOfARedactedCaseOut) {
  const json report = json::parse(write_json(testing::mixed_report()));
  std::vector<std::string> members;
  for (const auto& [key, value] : report["cases"].back().items()) members.push_back(key);
  EXPECT_EQ(members, (std::vector<std::string>{"function", "hidden", "hint", "max_points", "name", "points",
                                               "redacted", "verdict"}));
  EXPECT_TRUE(report["duration_ms"].is_null());
}

TEST(JsonReportTest, IsObeyedByNothing) {
  const std::string text = write_json(testing::hostile_report());
  testing::expect_clean(text);
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(text.find("##"), std::string::npos);
  const json report = json::parse(text);
  EXPECT_NE(report["cases"][0]["stdout"].get<std::string>().find("##vso[task.x]##[error]\nok 1"),
            std::string::npos);
  EXPECT_NE(report["cases"][0]["stdout"].get<std::string>().find("]]><script>"), std::string::npos);
}

}  // namespace
}  // namespace grader

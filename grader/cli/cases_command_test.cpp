// `grader new` and `grader cases check`, on a package as `new` makes it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "grader/cli/testing.h"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kCatalogue = "solution/mistakes/catalogue.yaml";
constexpr const char* kKills = "solution/mistakes/kills.json";

void replace_in(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = read_text(file);
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << file << " has no " << from;
  write_text_file(file, text.replace(at, from.size(), to));
}

Ran check(const fs::path& package, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"cases", "check"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_grader(arguments, package);
}

// ---- new

TEST(NewCommandTest, ItsStubAndItsReferenceGradeAtOnce) {
  const fs::path package = new_package();
  const Ran stub = run_grader({"exercise/solution.h", "--format", "json"}, package);
  EXPECT_EQ(stub.code, 1) << stub.err;
  EXPECT_EQ(json::parse(stub.out).at("verdict"), "not_implemented");
  EXPECT_EQ(json::parse(stub.out).at("title"), "Weighted mean");
  const Ran reference = run_grader({"solution/solution.h", "--format", "json"}, package);
  EXPECT_EQ(reference.code, 0) << reference.err;
  EXPECT_EQ(json::parse(reference.out).at("points"), 100);
}

TEST(NewCommandTest, ItsCaseSetIsProved) {
  const Ran ran = check(new_package());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "Weighted mean: 2 public and 1 hidden cases\n"
            "  mistakes     1 of 1 caught, 1 by the public cases alone\n"
            "  reference    1 of 1 accepted\n"
            "  stub         1 of 1 not_implemented\n"
            "  loops        1 of 1 not_vectorised\n"
            "\n"
            "cases that catch nothing that another does not (1; fine where they teach):\n"
            "  worked_example catches all that these catch:\n"
            "    center_one_long_row\n"
            "\n"
            "the case set is proved\n");
  EXPECT_EQ(ran.err, "");
}

TEST(NewCommandTest, SaysWhatToTryNext) {
  const Ran ran = run_grader({"new", "mean"}, fresh_folder());
  EXPECT_EQ(ran.out,
            "mean is an exercise now: its README.md says what is where\n"
            "  grader mean/exercise/solution.h      the stub, not implemented\n"
            "  grader mean/solution/solution.h      the reference, accepted\n"
            "  grader cases check --package mean    every mistake must be caught\n");
}

TEST(NewCommandTest, LeavesAFolderThatIsThereAlone) {
  const fs::path package = new_package();
  const std::string before = read_text(package / "exercise/solution.h");
  const Ran again = run_grader({"new", "weighted_mean"}, package.parent_path());
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.out, "");
  EXPECT_NE(again.err.find("is there already: name a folder that is not"), std::string::npos) << again.err;
  EXPECT_EQ(read_text(package / "exercise/solution.h"), before);
}

// ---- cases check

TEST(CasesCheckTest, AMistakeThatLivesFailsAndSaysWhatCaughtIt) {
  const fs::path package = new_package();
  ASSERT_EQ(check(package, {"--write"}).code, 0);
  EXPECT_EQ(json::parse(read_text(package / kKills)),
            json::parse(
                R"({"mean-of-columns": ["center_one_long_row", "center_without_loops", "worked_example"]})"));
  // An edit that makes the mistake a right solution.
  write_text_file(package / "solution/mistakes/mean-of-columns.h",
                  read_text(package / "solution/solution.h"));
  const Ran ran = check(package);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("mistakes that live: add a case that catches them (1):\n"
                         "  mean-of-columns  was caught by center_one_long_row, center_without_loops, "
                         "worked_example\n"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("the case set is not proved: 1 mistake lives\n"), std::string::npos) << ran.out;
}

TEST(CasesCheckTest, ALostKillIsNamed) {
  const fs::path package = new_package();
  ASSERT_EQ(check(package, {"--write"}).code, 0);
  fs::remove(package / "cases/hidden/center.yaml");
  const Ran ran = check(package, {"--format", "json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("lost"),
            json::parse(R"([{"mistake": "mean-of-columns", "was_caught_by": ["center_one_long_row"]}])"));
}

TEST(CasesCheckTest, ARightVariantThatFailsIsNamedWithItsCase) {
  const fs::path package = new_package();
  fs::create_directory(package / "solution/accepted");
  write_text_file(package / "solution/accepted/float.h", R"(#include "kit/tensor.h"
namespace exercise {
using kit::Tensor;
inline Tensor center(const Tensor& x) { return x - sum(x, 1) / double(x.dim(1)) * 1.0001; }
}
)");
  const Ran ran = check(package);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("other verdicts than expected (1):\n"
                         "  accepted float: wrong_answer, expected accepted; first in worked_example: "),
            std::string::npos)
      << ran.out;
}

TEST(CasesCheckTest, AnotherVerdictThanTheCataloguesFails) {
  const fs::path package = new_package();
  replace_in(package / kCatalogue, "verdict: wrong_answer", "verdict: wrong_shape");
  const Ran ran = check(package, {"--format", "json"});
  EXPECT_EQ(ran.code, 1);
  const json report = json::parse(ran.out);
  EXPECT_EQ(report.at("proved"), false);
  EXPECT_EQ(report.at("submissions").at(2).at("expected"), "wrong_shape");
  EXPECT_EQ(report.at("submissions").at(2).at("verdict"), "wrong_answer");
}

TEST(CasesCheckTest, AMistakeWithoutAHintOrAnEntryFails) {
  struct {
    std::string from;
    std::string to;
    std::string said;
  } const rows[] = {
      {"    hint: \"The columns add up to 0, where the rows should: look at the axis along which you take "
       "the "
       "mean.\"\n",
       "", "a mistake needs 'hint'"},
      {"name: mean-of-columns", "name: mean-of-all", "mistake 'mean-of-all' has no file mean-of-all.h"},
      {"name: mean-of-columns", "name: mean-of-all",
       "mean-of-columns.h: has no entry in catalogue.yaml: add one"},
  };
  for (const auto& row : rows) {
    const fs::path package = new_package();
    replace_in(package / kCatalogue, row.from, row.to);
    const Ran ran = check(package);
    EXPECT_EQ(ran.code, 1) << row.said;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(row.said), std::string::npos) << ran.err;
  }
}

TEST(CasesCheckTest, AMistakeThatDoesNotCompileFails) {
  const fs::path package = new_package();
  replace_in(package / "solution/mistakes/mean-of-columns.h", "return x", "return y");
  const Ran ran = check(package);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("  mistake mean-of-columns: compile_error, expected wrong_answer: "),
            std::string::npos)
      << ran.out;
}

TEST(CasesCheckTest, CasesThatDoNotLoadAreWrongUse) {
  const fs::path package = new_package();
  replace_in(package / "cases/public/center.yaml", "why:", "wy:");
  const Ran ran = check(package);
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("unknown key 'wy'"), std::string::npos) << ran.err;
}

TEST(CasesCheckTest, ABrokenBaselineSaysHowToMendIt) {
  const fs::path package = new_package();
  write_text_file(package / kKills, "{");
  const Ran ran = check(package);
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("remove it and write it anew with 'grader cases check --write'"), std::string::npos)
      << ran.err;
}

TEST(CasesCheckTest, WritesWhatHintsAreMadeFrom) {
  const fs::path package = new_package();
  ASSERT_EQ(check(package, {"--write"}).code, 0);
  const Ran ran = run_grader({"solution/mistakes/mean-of-columns.h", "--format", "json"}, package);
  EXPECT_EQ(
      case_of(json::parse(ran.out), "worked_example").at("hint"),
      "The columns add up to 0, where the rows should: look at the axis along which you take the mean.");
}

}  // namespace
}  // namespace grader::cli

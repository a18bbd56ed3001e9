// What a report says of real submissions beyond verdicts.
#include "grader/grade/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "grader/base/file.h"
#include "grader/cases/case_loader.h"
#include "grader/cases/catalogue_loader.h"
#include "grader/compile/testing.h"
#include "grader/grade/grade.h"

namespace grader {
namespace {

struct World {
  Package package;
  std::vector<Case> cases;

  World() {
    auto opened = open_package(std::filesystem::current_path(), testing_mode());
    if (!opened) return;
    package = std::move(*opened);
    cases = open_cases(package, {}).value_or(std::vector<Case>{});
  }
};

const World& world() {
  static const World instance;
  return instance;
}

Report grade_text(const std::string& text, const std::vector<Case>& cases, const std::string& audience) {
  Progress progress;
  GradeOptions options;
  options.audience = audience;
  auto report = grade_cases(world().package, {.shown_name = "solution.h", .text = text, .refusal = {}}, cases,
                            options, progress);
  return report ? std::move(*report) : Report{};
}

std::string text_of(const std::string& name) {
  return read_file(world().package.manifest.folder / "solution" / (name + ".h")).value_or("");
}

Report grade_known(const std::string& name, const std::string& audience = "instructor") {
  return grade_text(text_of(name), world().cases, audience);
}

int leaves(const CaseReport& report) {
  return static_cast<int>(std::ranges::count_if(report.trace, &TraceLine::leaves_the_road));
}

class DiagnosisTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_FALSE(world().cases.empty()); }
};

TEST_F(DiagnosisTest, NothingIsSaidOfARightSolution) {
  const Report report = grade_known("solution");
  ASSERT_EQ(report.verdict, Verdict::kAccepted);
  for (const CaseReport& one : report.cases) {
    EXPECT_EQ(one.hint, "") << one.name;
    EXPECT_TRUE(one.trace.empty()) << one.name;
  }
  EXPECT_EQ(report.sibling_yaml, "");
}

TEST_F(DiagnosisTest, EveryFailingCaseHasTheHintAndOnlyTheInstructorTheName) {
  const auto catalogue = load_catalogue(world().package.manifest);
  ASSERT_TRUE(catalogue);
  const std::string hint = std::ranges::find(catalogue->mistakes, "no-scale", &Mistake::name)->hint;
  for (const char* audience : {"instructor", "student"})
    for (const CaseReport& one : grade_known("mistakes/no-scale", audience).cases) {
      const bool passed = one.verdict == Verdict::kAccepted;
      EXPECT_EQ(one.hint, passed ? "" : hint) << one.name << ": is outcomes.txt up to date? See "
                                              << "'grader cases check --write'";
      EXPECT_EQ(one.mistake, passed || audience == std::string("student") ? "" : "no-scale") << one.name;
    }
}

TEST_F(DiagnosisTest, TheFirstFailingPublicCasesShowWhereTheyLeaveTheRoad) {
  const Report report = grade_known("mistakes/no-scale");
  int traced = 0;
  for (const CaseReport& one : report.cases) {
    EXPECT_FALSE(one.hidden && !one.trace.empty()) << one.name;
    if (one.trace.empty()) continue;
    ++traced;
    ASSERT_EQ(leaves(one), 1) << one.name;
    const auto line = std::ranges::find_if(one.trace, &TraceLine::leaves_the_road);
    EXPECT_EQ(line->operation.name, "softmax");
    EXPECT_TRUE(line->note.starts_with("from here on no value is 'weights' (")) << line->note;
    EXPECT_TRUE((line - 1)->note.starts_with("is 'scores' times ")) << (line - 1)->note;
    for (const TraceLine& each : one.trace) {
      EXPECT_TRUE(each.operation.data.empty());
      EXPECT_GT(each.operation.line, 0);
    }
  }
  EXPECT_EQ(traced, 3);
}

TEST_F(DiagnosisTest, ATraceEndsWhereAnExceptionCameFrom) {
  const Report report = grade_known("mistakes/k-not-transposed");
  const auto traced = std::ranges::find_if(report.cases, [](const CaseReport& one) {
    return one.verdict == Verdict::kRuntimeError && !one.trace.empty();
  });
  ASSERT_NE(traced, report.cases.end());
  const TraceLine& last = traced->trace.back();
  EXPECT_EQ(last.operation.name, "throw");
  EXPECT_TRUE(last.leaves_the_road);
  EXPECT_TRUE(last.note.starts_with("kit::ShapeError: matmul: ")) << last.note;
  EXPECT_GT(last.operation.line, 0);
}

// ---- fresh cases

std::vector<Case> sibling_of(const Report& report) {
  auto cases = parse_cases(report.sibling_yaml, "fresh.yaml", world().package.manifest, false);
  return cases ? std::move(*cases) : std::vector<Case>{};
}

// The numbers of its tensors, but for tensors of one number.
std::set<std::vector<double>> tensors_of(const Case& a_case) {
  std::set<std::vector<double>> tensors;
  for (const Step& step : a_case.steps)
    for (const Value& value : step.arguments) {
      if (const auto* array = std::get_if<Array>(&value)) tensors.insert(array->data);
      if (const auto* arrays = std::get_if<NamedArrays>(&value))
        for (const auto& [name, array] : *arrays) tensors.insert(array.data);
    }
  std::erase_if(tensors, [](const std::vector<double>& data) { return data.size() < 2; });
  return tensors;
}

std::set<std::vector<double>> tensors_of_hidden_cases() {
  std::set<std::vector<double>> tensors;
  for (const Case& one : world().cases)
    if (one.hidden) tensors.merge(tensors_of(one));
  return tensors;
}

TEST_F(DiagnosisTest, AHiddenFailureGetsAFreshPublicCase) {
  struct {
    const char* name;
    const char* function;
    CaseKind kind;
  } const kRows[] = {
      {"mistakes/softmax-no-max", "mha_forward", CaseKind::kValues},
      {"mistakes/zero-heads-crash", "split_heads", CaseKind::kThrows},
      {"mistakes/mask-cached-from-first-call", "mha_forward", CaseKind::kSequence},
      {"mistakes/mutates-x", "mha_forward", CaseKind::kLeavesInputsAlone},
      {"mistakes/flushes-tiny-to-zero", "split_heads", CaseKind::kValues},
  };
  const auto hidden = tensors_of_hidden_cases();
  for (const auto& row : kRows) {
    const Report report = grade_known(row.name, "student");
    const std::vector<Case> fresh = sibling_of(report);
    ASSERT_EQ(fresh.size(), 1U) << row.name << "\n" << report.sibling_yaml;
    EXPECT_EQ(world().package.manifest.functions[static_cast<std::size_t>(fresh[0].function)].name,
              row.function);
    EXPECT_EQ(fresh[0].kind, row.kind) << row.name;
    EXPECT_NE(grade_text(text_of(row.name), fresh, "student").verdict, Verdict::kAccepted) << row.name;
    EXPECT_EQ(grade_text(text_of("solution"), fresh, "student").verdict, Verdict::kAccepted) << row.name;
    for (const auto& numbers : tensors_of(fresh[0])) EXPECT_FALSE(hidden.contains(numbers)) << row.name;
  }
}

TEST_F(DiagnosisTest, AFailingPublicCaseIsEnough) {
  EXPECT_EQ(grade_known("mistakes/split-no-transpose").sibling_yaml, "");
}

TEST_F(DiagnosisTest, SaysNothingOnceItIsStopped) {
  Progress progress;
  GradeOptions options;
  int asked = 0;
  options.stop = [&asked] { return ++asked > 20; };
  const auto report = grade_cases(
      world().package, {.shown_name = "solution.h", .text = text_of("mistakes/no-scale"), .refusal = {}},
      world().cases, options, progress);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->interrupted);
  for (const CaseReport& one : report->cases) EXPECT_EQ(one.hint + one.mistake, "") << one.name;
  EXPECT_EQ(report->sibling_yaml, "");
}

}  // namespace
}  // namespace grader

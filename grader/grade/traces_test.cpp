// Slow: where right solutions and known mistakes leave the road.
#include "grader/grade/traces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "grader/compile/testing.h"
#include "grader/diagnose/road.h"
#include "grader/diagnose/trace.h"
#include "grader/grade/grade.h"
#include "grader/judge/plan.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

// The repository's own package, one of its cases, and what the reference makes of that.
struct World {
  Package package;
  Case a_case;
  Road road;

  World() {
    auto opened = open_package(fs::current_path(), testing_mode());
    if (!opened) return;
    package = std::move(*opened);
    GradeOptions options;
    options.only = {"mha_all_sizes_different"};
    auto cases = open_cases(package, options);
    if (!cases) return;
    a_case = cases->front();
    const Request request = road_request(a_case.function, a_case.steps[0].arguments);
    ReferenceRuns reference(package);
    if (const auto outcomes = reference.run({request})) road = make_road(request, outcomes->front());
  }
};

const World& world() {
  static const World instance;
  return instance;
}

fs::path solutions() {
  return world().package.manifest.folder / "solution";
}

// The recorded operations of the submission in `file` on the case.
std::vector<Operation> operations_of(const fs::path& file) {
  const Package& package = world().package;
  auto submission = read_submission(file, package.manifest.limits);
  auto build =
      start_module(package.tools, package.manifest, package.build, *submission, Sanitize::kOff, package.mode);
  const auto done = (*build)->finish();
  if (!done || !done->report.ok) return {};
  auto session =
      Session::start({.runner = package.build.runner, .module = done->module, .mode = package.mode});
  Request request = plan(world().a_case, package.manifest);
  request.recording = Recording::kValues;
  return (*session)->run(request, run_limits(package.manifest.limits)).operations;
}

// What the line says that leaves the road, "" where none does.
std::string leaves_the_road(const fs::path& file) {
  const auto operations = operations_of(file);
  EXPECT_FALSE(operations.empty()) << file;
  const auto trace = make_trace({.road = world().road,
                                 .operations = operations,
                                 .verdict = Verdict::kWrongAnswer,
                                 .expected_shape = {},
                                 .got_shape = {},
                                 .thrown = {},
                                 .lines = 1000});
  const auto found = std::ranges::find_if(trace, &TraceLine::leaves_the_road);
  return found == trace.end() ? "" : found->operation.name + ": " + found->note;
}

class TracesTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_FALSE(world().road.stages.empty()); }
};

TEST_F(TracesTest, RightSolutionsOfAnyStyleStayOnTheRoad) {
  for (const char* folder : {"accepted", "not_vectorised"})
    for (const auto& entry : fs::directory_iterator(solutions() / folder))
      if (entry.path().extension() == ".h") {
        EXPECT_EQ(leaves_the_road(entry.path()), "") << entry.path();
      }
}

TEST_F(TracesTest, MistakesLeaveItWhereTheyAreMade) {
  struct {
    const char* mistake;
    const char* line;
  } const kRows[] = {
      {"weights-transposed", "matmul: from here on no value is 'q' (2, 5, 12)"},
      {"k-uses-wq", "matmul: from here on no value is 'k' (2, 5, 12)"},
      {"v-uses-wk", "matmul: from here on no value is 'v' (2, 5, 12)"},
      {"split-no-transpose", "reshape: from here on no value is 'q_heads' (2, 4, 5, 3)"},
      {"k-and-v-swapped", "attention: from here on no value is 'scores' (2, 4, 5, 5)"},
      {"mask-transposed", "+: from here on no value is 'scores' (2, 4, 5, 5)"},
      {"no-scale", "softmax: from here on no value is 'weights' (2, 4, 5, 5)"},
      {"softmax-over-queries", "softmax: from here on no value is 'weights' (2, 4, 5, 5)"},
      {"weights-transposed-before-v", "matmul: from here on no value is 'heads' (2, 4, 5, 3)"},
      {"merge-no-transpose", "reshape: from here on no value is 'merged' (2, 5, 12)"},
      {"wo-transposed", "reshape: from here on no value is 'result' (2, 5, 12)"},
      {"adds-residual", "+: 'result' was right before this"},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(leaves_the_road(solutions() / "mistakes" / (std::string(row.mistake) + ".h")), row.line)
        << row.mistake;
}

}  // namespace
}  // namespace grader

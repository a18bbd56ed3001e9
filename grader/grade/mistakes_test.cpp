#include "grader/grade/mistakes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "grader/base/file.h"
#include "grader/judge/testing.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCatalogue =
    "mistakes:\n"
    "  - {name: one, group: mask, verdict: wrong_answer, functions: [merge_heads], hint: \"look at one\"}\n"
    "  - {name: two, group: mask, verdict: wrong_answer, functions: [merge_heads], hint: \"look at two\"}\n";

// A package in a folder of its own: a kit of one file, two mistakes, two cases, and what the mistakes give.
class MistakesTest : public ::testing::Test {
 protected:
  MistakesTest() : folder_(*TemporaryFolder::make("mistakes_test")) {
    package_.manifest = testing::manifest();
    package_.manifest.folder = folder_.path();
    package_.manifest.headers = {"given/given.h"};
    package_.tools.root = folder_.path();
    write("kit/kit.h", "// the kit\n");
    write("exercise/given/given.h", "// given code\n");
    write("solution/mistakes/catalogue.yaml", kCatalogue);
    write("solution/mistakes/one.h", "// one\n");
    write("solution/mistakes/two.h", "// two\n");
    for (const bool hidden : {false, true}) {
      const std::vector<Value> arguments = {testing::counting({1, hidden ? 3 : 2, 2, 2})};
      cases_.push_back(
          testing::make_case(hidden ? "hidden" : "public", testing::kMerge, CaseKind::kValues, arguments));
      cases_.back().hidden = hidden;
    }
    write("solution/mistakes/outcomes.txt", write_mistake_outcomes(outcomes()));
  }

  void write(const fs::path& name, const std::string& text) const {
    ASSERT_TRUE(write_file(folder_.path() / name, text));
  }

  // Both mistakes fail both cases.
  MistakeOutcomes outcomes() const {
    MistakeOutcomes made = *blank_mistake_outcomes(package_, cases_);
    std::vector<CaseRun> runs(cases_.size());
    std::vector<CaseReport> reports(cases_.size());
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      runs[i].outcome = testing::answered({testing::counting({2})});
      reports[i].verdict = Verdict::kWrongAnswer;
    }
    for (const std::string name : {"one", "two"}) {
      Mistake mistake;
      mistake.name = name;
      mistake.hint = "look at " + name;
      made.mistakes.push_back(make_known_mistake(mistake, "// " + name + "\n", cases_, runs, reports));
    }
    return made;
  }

  // `one: look at one (2)`: name, hint, how many results are known.
  std::string loaded() const {
    std::string text;
    for (const KnownMistake& one : load_known_mistakes(package_, cases_)) {
      const auto known = std::count_if(one.results.begin(), one.results.end(), [](const CaseResult& result) {
        return result.kind == CaseResult::Kind::kFails;
      });
      text += (text.empty() ? "" : ", ") + one.name + ": " + one.hint + " (" + std::to_string(known) + ")";
    }
    return text;
  }

  TemporaryFolder folder_;
  Package package_;
  std::vector<Case> cases_;
};

TEST_F(MistakesTest, LoadsWhatWasWritten) {
  EXPECT_EQ(loaded(), "one: look at one (2), two: look at two (2)");
}

TEST_F(MistakesTest, PassesOverAMistakeThatChanged) {
  write("solution/mistakes/one.h", "// another one\n");
  EXPECT_EQ(loaded(), "two: look at two (2)");
  fs::remove(folder_.path() / "solution/mistakes/two.h");
  EXPECT_EQ(loaded(), "");
}

TEST_F(MistakesTest, PassesOverACaseThatChanged) {
  std::get<Array>(cases_[0].steps[0].arguments[0]).data[0] = 9;
  EXPECT_EQ(loaded(), "one: look at one (1), two: look at two (1)");
}

TEST_F(MistakesTest, KnowsNothingWithAnotherKitOrOtherGivenCode) {
  write("kit/kit.cpp", "// not part of it\n");
  EXPECT_EQ(loaded(), "one: look at one (2), two: look at two (2)");
  write("exercise/given/given.h", "// other code\n");
  EXPECT_EQ(loaded(), "");
  write("exercise/given/given.h", "// given code\n");
  write("kit/kit.h", "// another kit\n");
  EXPECT_EQ(loaded(), "");
}

TEST_F(MistakesTest, SaysTheHintsOfTodaysCatalogue) {
  std::string catalogue = kCatalogue;
  catalogue.replace(catalogue.find("look at two"), 11, "look again");
  write("solution/mistakes/catalogue.yaml", catalogue);
  EXPECT_EQ(loaded(), "one: look at one (2), two: look again (2)");
  write("solution/mistakes/catalogue.yaml", "not a catalogue\n");
  EXPECT_EQ(loaded(), "");
}

TEST_F(MistakesTest, AFileThatIsMissingOrBrokenKnowsNothing) {
  write("solution/mistakes/outcomes.txt", "nonsense\n");
  EXPECT_EQ(loaded(), "");
  fs::remove(folder_.path() / "solution/mistakes/outcomes.txt");
  EXPECT_EQ(loaded(), "");
}

TEST_F(MistakesTest, AHandoutHasThePublicPartAlone) {
  write("exercise/hints.txt", write_mistake_outcomes(public_part(outcomes())));
  fs::remove_all(folder_.path() / "solution");
  EXPECT_EQ(loaded(), "one: look at one (1), two: look at two (1)");
}

}  // namespace
}  // namespace grader

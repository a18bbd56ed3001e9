// Slow: every known mistake, every right solution and 50 mixes are run, and what is said of each is looked
// at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "grader/base/file.h"
#include "grader/base/side_by_side.h"
#include "grader/cases/catalogue_loader.h"
#include "grader/compile/testing.h"
#include "grader/diagnose/diagnose.h"
#include "grader/grade/grade.h"
#include "grader/grade/mistakes.h"
#include "grader/grade/mix_testing.h"
#include "grader/prove/run_submission.h"
#include "grader/prove/submissions.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr int kMixes = 50;

// The repository's own package, its cases and its mistakes, opened once.
struct World {
  Package package;
  Catalogue catalogue;
  std::vector<Case> cases;
  std::vector<KnownMistake> known;  // from outcomes.txt

  World() {
    auto opened = open_package(fs::current_path(), testing_mode());
    if (!opened) return;
    package = std::move(*opened);
    catalogue = load_catalogue(package.manifest).value_or(Catalogue{});
    cases = open_cases(package, {}).value_or(std::vector<Case>{});
    known = load_known_mistakes(package, cases);
  }
};

const World& world() {
  static const World instance;
  return instance;
}

// What a run of the submission in `file` gave on all cases; nothing where it does not compile.
std::optional<std::vector<CaseResult>> results_of(const fs::path& file) {
  const auto graded = run_submission(
      world().package, {.role = Role::kMistake, .name = file.stem().string(), .file = file, .expected = {}},
      world().cases, core_count(), {});
  if (!graded || graded->runs.empty()) return std::nullopt;
  std::vector<CaseResult> results;
  for (std::size_t i = 0; i < world().cases.size(); ++i)
    results.push_back(make_case_result(world().cases[i], graded->report.cases[i],
                                       graded->runs[i].outcome ? &*graded->runs[i].outcome : nullptr));
  return results;
}

// The hints that are said, each once.
std::set<std::string> hints_for(const std::vector<CaseResult>& results,
                                const std::vector<KnownMistake>& known) {
  std::set<std::string> hints;
  for (const Diagnosis& one : diagnose(world().cases, results, known))
    if (!one.hint.empty()) hints.insert(one.hint);
  return hints;
}

std::vector<KnownMistake> known_without(const std::string& name) {
  std::vector<KnownMistake> rest = world().known;
  std::erase_if(rest, [&](const KnownMistake& one) { return one.name == name; });
  return rest;
}

fs::path file_of(const std::string& mistake) {
  return mistakes_folder(world().package.manifest) / (mistake + ".h");
}

class KnownHintsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(world().cases.empty());
    ASSERT_EQ(world().known.size(), world().catalogue.mistakes.size())
        << "outcomes.txt is out of date: 'grader cases check --write' writes it anew";
  }
};

TEST_F(KnownHintsTest, OutcomesAreThoseOfTodaysCases) {
  for (const KnownMistake& one : world().known)
    for (std::size_t i = 0; i < world().cases.size(); ++i)
      EXPECT_NE(one.results[i].kind, CaseResult::Kind::kUnknown)
          << one.name << " on " << world().cases[i].name << ": 'grader cases check --write' writes it anew";
}

TEST_F(KnownHintsTest, AMistakeGetsItsOwnHintOrWithoutItsEntryNoneOrItsTwins) {
  int silent = 0;
  int twins = 0;
  for (const Mistake& mistake : world().catalogue.mistakes) {
    const auto results = results_of(file_of(mistake.name));
    ASSERT_TRUE(results) << mistake.name;
    const auto diagnoses = diagnose(world().cases, *results, world().known);
    for (std::size_t i = 0; i < diagnoses.size(); ++i) {
      const bool fails = (*results)[i].kind == CaseResult::Kind::kFails;
      EXPECT_EQ(diagnoses[i].hint, fails ? mistake.hint : "")
          << mistake.name << " on " << world().cases[i].name;
    }
    const auto left = hints_for(*results, known_without(mistake.name));
    for (const std::string& hint : left) EXPECT_EQ(hint, mistake.hint) << "without " << mistake.name;
    ++(left.empty() ? silent : twins);
  }
  fmt::print("{} mistakes get their own hint; without their own entry {} get none, {} their twin's\n",
             world().known.size(), silent, twins);
}

TEST_F(KnownHintsTest, NothingIsSaidOfRightValues) {
  for (const char* folder : {"accepted", "not_vectorised"}) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(world().package.manifest.folder / "solution" / folder)) {
      if (entry.path().extension() != ".h") continue;
      const auto results = results_of(entry.path());
      ASSERT_TRUE(results) << entry.path();
      EXPECT_EQ(hints_for(*results, world().known), std::set<std::string>{}) << entry.path();
      ++count;
    }
    EXPECT_GE(count, 10) << folder;
    fmt::print("{} in {}/ get no hint\n", count, folder);
  }
}

// ---- mixes

struct Mix {
  std::string function;  // of the one
  std::string one;
  std::string other;
};

// Mistakes whose text of `function` is their own, by that function.
std::map<std::string, std::vector<std::string>> mistakes_by_function() {
  std::map<std::string, std::string> texts;
  for (const Mistake& mistake : world().catalogue.mistakes)
    texts[mistake.name] = read_file(file_of(mistake.name)).value_or("");
  std::map<std::string, std::vector<std::string>> by_function;
  for (const Function& function : world().package.manifest.functions) {
    std::map<std::string, int> seen;
    for (const auto& [name, text] : texts) ++seen[testing::text_of_function(function.name, text)];
    for (const auto& [name, text] : texts)
      if (seen[testing::text_of_function(function.name, text)] < 10)
        by_function[function.name].push_back(name);
  }
  // Most mistakes of attention are in a helper.
  for (const Mistake& mistake : world().catalogue.mistakes)
    if (mistake.functions.size() == 1 &&
        texts[mistake.name].find("inline Tensor attend(") != std::string::npos)
      by_function["mha_forward"].push_back(mistake.name);
  return by_function;
}

// Pairs of two mistakes in two functions, spread over all of them.
std::vector<Mix> mixes() {
  const auto by_function = mistakes_by_function();
  std::vector<Mix> all;
  for (const auto& [function, other_function] :
       {std::pair<std::string, std::string>{"split_heads", "mha_forward"},
        {"merge_heads", "mha_forward"},
        {"split_heads", "merge_heads"}})
    for (const std::string& one : by_function.at(function))
      for (const std::string& other : by_function.at(other_function))
        if (one != other) all.push_back({function, one, other});
  std::vector<Mix> chosen;
  chosen.reserve(kMixes);
  for (int i = 0; i < kMixes; ++i) chosen.push_back(all[static_cast<std::size_t>(i) * all.size() / kMixes]);
  return chosen;
}

// Hints that are true of a mix: those of its two mistakes, and
//   - of a third that is two at once: its parts', and of both parts together the third's;
//   - where nothing is refused in some function, those of the three mistakes that do the same there. Which of
//   them
//     it is depends on what the rest of the mix refuses.
std::set<std::string> true_hints(const Mix& mix) {
  static const std::vector<std::array<std::string, 3>> kSums = {
      {"both-no-transpose", "split-no-transpose", "merge-no-transpose"},
      {"both-strided", "split-strided", "merge-strided"}};
  static const std::set<std::string> kNoCheck = {"no-divisibility-check", "check-only-in-mha",
                                                 "check-only-in-split"};
  std::set<std::string> names = {mix.one, mix.other};
  for (const auto& [sum, part, other_part] : kSums) {
    if (names.contains(part) && names.contains(other_part)) names.insert(sum);
    if (names.contains(sum)) names.insert({part, other_part});
  }
  if (kNoCheck.contains(mix.one) || kNoCheck.contains(mix.other))
    names.insert(kNoCheck.begin(), kNoCheck.end());
  std::set<std::string> hints;
  for (const std::string& name : names)
    hints.insert(std::ranges::find(world().catalogue.mistakes, name, &Mistake::name)->hint);
  return hints;
}

TEST_F(KnownHintsTest, AMixOfTwoMistakesGetsNoWrongHint) {
  const auto folder = TemporaryFolder::make("known_hints_test");
  ASSERT_TRUE(folder);
  int silent = 0;
  for (const Mix& mix : mixes()) {
    const std::string name = fmt::format("{} of {} in {}", mix.function, mix.one, mix.other);
    const fs::path file = folder->path() / "mix.h";
    ASSERT_TRUE(write_file(file, testing::mix(mix.function, read_file(file_of(mix.one)).value_or(""),
                                              read_file(file_of(mix.other)).value_or(""))));
    const auto results = results_of(file);
    ASSERT_TRUE(results) << name;
    const auto hints = hints_for(*results, world().known);
    const auto right = true_hints(mix);
    for (const std::string& hint : hints) EXPECT_TRUE(right.contains(hint)) << name << ": " << hint;
    silent += hints.empty() ? 1 : 0;
  }
  fmt::print("{} of {} mixes get a hint of one of their mistakes, the others none\n", kMixes - silent,
             kMixes);
}

}  // namespace
}  // namespace grader

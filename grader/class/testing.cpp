#include "grader/class/testing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "grader/base/digest.h"
#include "grader/report/random_report.h"

namespace grader::testing {
namespace {

constexpr std::array<const char*, 3> kFunctions{"split_heads", "merge_heads", "mha_forward"};

// Sums of the cases, as the grader makes them.
void add_up(ClassRecord& record) {
  record.points = 0;
  record.verdict = Verdict::kAccepted;
  for (const char* name : kFunctions) {
    FunctionReport function{name, Verdict::kAccepted, 0, 0, 0, 0};
    for (const RecordedCase& one : record.cases) {
      if (one.function != name) continue;
      function.points += one.points;
      function.max_points += one.max_points;
      function.passed += one.verdict == Verdict::kAccepted ? 1 : 0;
      function.total += 1;
      function.verdict = worse(function.verdict, one.verdict);
    }
    if (function.total == 0) continue;
    *record.points += function.points;
    record.max_points += function.max_points;
    record.verdict = worse(record.verdict, function.verdict);
    record.functions.push_back(function);
  }
}

RecordedCase recorded(std::string name, int function, Verdict verdict, std::string mistake = "") {
  const bool passed = verdict == Verdict::kAccepted;
  RecordedCase one;
  one.sha256 = sha256(name);
  one.name = std::move(name);
  one.function = kFunctions.at(static_cast<std::size_t>(function));
  one.hidden = function == 2;
  one.verdict = verdict;
  one.points = passed ? 1 : 0;
  one.max_points = 1;
  one.mistake = std::move(mistake);
  one.tolerance = "rtol 1e-10, atol 1e-12";
  return one;
}

ClassRecord blank(const std::string& student, const std::string& text) {
  ClassRecord record;
  record.id = student;
  record.student = student;
  record.file = student + "/solution.h";
  record.submission_sha256 = sha256(text);
  record.normalised_sha256 = sha256("normalised " + text);
  record.provenance = {
      {"compiler", "g++ 12.2.0"}, {"grader_version", "0.1.0"}, {"kit_sha256", sha256("kit")}};
  record.roster = {{"group", "A"}};
  record.duration_ms = 120;
  return record;
}

ClassRecord of_three(const std::string& student, const std::string& text, Verdict merge, Verdict forward,
                     const std::string& mistake) {
  ClassRecord record = blank(student, text);
  record.cases = {recorded("split_example", 0, Verdict::kAccepted),
                  recorded("merge_example", 1, merge, merge == Verdict::kAccepted ? "" : mistake),
                  recorded("forward_order", 2, forward, forward == Verdict::kAccepted ? "" : mistake)};
  add_up(record);
  return record;
}

// Nothing of it ran: every case has the verdict of the whole.
ClassRecord of_one_verdict(const std::string& student, Verdict verdict, const std::string& reason) {
  ClassRecord record = of_three(student, student, Verdict::kAccepted, Verdict::kAccepted, "");
  record.functions.clear();
  record.max_points = 0;
  for (RecordedCase& one : record.cases) {
    one.verdict = verdict;
    one.points = 0;
  }
  add_up(record);
  record.reason = reason;
  record.message = reason;
  return record;
}

Verdict random_verdict(std::mt19937_64& engine) {
  return static_cast<Verdict>(engine() % static_cast<std::uint64_t>(kVerdictCount));
}

}  // namespace

std::vector<ClassRecord> small_class() {
  constexpr Verdict kWrong = Verdict::kWrongAnswer;
  std::vector<ClassRecord> records{
      of_three("ada", "right", Verdict::kAccepted, Verdict::kAccepted, ""),
      of_three("bob", "wrong", kWrong, kWrong, "no_transpose"),
      of_three("cy", "wrong", kWrong, kWrong, "no_transpose"),
      of_three("dee", "wrong, with a comment", kWrong, kWrong, "no_transpose"),
      of_one_verdict("eve", Verdict::kCompileError, "expected ';' after the return"),
      of_one_verdict("fay", Verdict::kInternalError, "the runner could not be started")};
  records[3].normalised_sha256 = records[1].normalised_sha256;
  records[5].state = ClassRecord::State::kFailed;
  records[5].points.reset();
  ClassRecord absent;
  absent.state = ClassRecord::State::kNotHandedIn;
  absent.id = "gus";
  absent.student = "gus";
  absent.reason = "nothing was handed in";
  absent.roster = {{"group", "B"}};
  records.push_back(absent);
  return records;
}

ClassRecord random_record(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto text = [&engine] { return random_text(engine); };
  ClassRecord record = blank(text(), text());
  record.id = fmt::format("r{}", seed);
  record.state = static_cast<ClassRecord::State>(engine() % 8 < 6 ? 0 : engine() % 3);
  for (std::string* field :
       {&record.file, &record.reason, &record.message, &record.submission_sha256, &record.normalised_sha256})
    *field = text();
  record.roster = {{"group", text()}, {text(), text()}};
  record.provenance = {{"compiler", text()}, {text(), text()}};
  for (auto count = engine() % 6; count > 0; --count)
    record.cases.push_back(recorded(fmt::format("c{}{}", count, engine() % 3 == 0 ? text() : ""),
                                    static_cast<int>(engine() % 3), random_verdict(engine), text()));
  add_up(record);
  for (FunctionReport& function : record.functions) function.name += text();
  record.verdict = random_verdict(engine);
  if (record.state == ClassRecord::State::kFailed) record.verdict = Verdict::kInternalError;
  if (record.verdict == Verdict::kInternalError) record.points.reset();
  return record;
}

ClassRecord many_cases_record(int index, int cases) {
  const int content = index % 20 == 19 ? index - 1 : index;
  std::mt19937_64 engine(static_cast<std::uint64_t>(content));
  ClassRecord record = blank(fmt::format("student{:05}", index), fmt::format("text {}", content));
  const auto badness = engine() % 5;
  for (int i = 0; i < cases; ++i) {
    const bool wrong = engine() % 10 < badness;
    const Verdict verdict = wrong ? random_verdict(engine) : Verdict::kAccepted;
    record.cases.push_back(recorded(fmt::format("a_case_with_a_name_{}", i), i % 3,
                                    std::max(verdict, Verdict::kSecurityViolation),
                                    wrong ? fmt::format("mistake_{}", engine() % 60) : ""));
  }
  add_up(record);
  return record;
}

}  // namespace grader::testing

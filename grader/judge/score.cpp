#include "grader/judge/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "grader/judge/judge.h"

namespace grader {
namespace {

// The cases of one function: indices in Report::cases.
using Indices = std::vector<std::size_t>;

Indices cases_of(const Report& report, const std::string& function) {
  Indices indices;
  for (std::size_t i = 0; i < report.cases.size(); ++i)
    if (report.cases[i].function == function) indices.push_back(i);
  return indices;
}

bool passed(const CaseReport& one) {
  return one.verdict == Verdict::kAccepted;
}

// Shares `points` out among `indices` by the points of their cases, evenly where these are all 0.
void share_out(Report& report, const std::vector<Case>& cases, const Indices& indices, double points) {
  double declared = 0;
  for (const std::size_t i : indices) declared += cases[i].points;
  for (const std::size_t i : indices) {
    const double part = declared > 0 ? cases[i].points / declared : 1.0 / static_cast<double>(indices.size());
    report.cases[i].max_points = points * part;
  }
}

// Gives `share` of the possible points to each case that passed and may earn.
double earn(Report& report, const Indices& indices, bool values_passed, double share) {
  double earned = 0;
  for (const std::size_t i : indices) {
    CaseReport& one = report.cases[i];
    const bool may = is_value_kind(one.kind) || values_passed;
    one.points = passed(one) && may ? one.max_points * share : 0;
    if (passed(one) && !may) one.message = "it earns its points once a value case of this function passes";
    earned += one.points;
  }
  return earned;
}

// Sums of shares miss a whole number by the last bits, and full points must be full.
double to_millionths(double points) {
  return std::round(points * 1e6) / 1e6;
}

// The rule is judged at the sizes of its own calls; values that are wrong there leave it open.
bool loops_are_not_judged(const CaseReport& one) {
  return one.verdict == Verdict::kWrongAnswer || one.verdict == Verdict::kWrongShape;
}

// The share of a function's points that its cases have apart from the rule against loops.
double worth_of_values(const Report& report, const Indices& loops, const Indices& others, double worth) {
  if (others.empty()) return 0;
  const auto open = [&](std::size_t i) { return loops_are_not_judged(report.cases[i]); };
  return std::all_of(loops.begin(), loops.end(), open) ? 1 : worth;
}

double score_function(Report& report, const std::vector<Case>& cases, const Manifest& manifest,
                      const Function& function) {
  Indices loops;
  Indices others;
  bool values_passed = false;
  for (const std::size_t i : cases_of(report, function.name)) {
    const CaseReport& one = report.cases[i];
    (one.kind == CaseKind::kVectorised ? loops : others).push_back(i);
    values_passed = values_passed || (is_value_kind(one.kind) && passed(one));
  }
  const double possible = function.points * worth_of_values(report, loops, others, manifest.vectorised.worth);
  share_out(report, cases, others, possible);
  share_out(report, cases, loops, function.points - possible);
  const double earned = earn(report, others, values_passed, 1);
  return to_millionths(earned + earn(report, loops, values_passed, possible > 0 ? earned / possible : 1));
}

void add_missing(Report& report, const std::vector<Case>& cases, const Manifest& manifest) {
  if (!report.cases.empty() || report.compile.ok) return;
  for (const Case& one : cases)
    report.cases.push_back(
        not_run(one, manifest, Verdict::kCompileError, "not run: the submission does not compile"));
}

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view before = i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("{}'{}'", before, names[i]);
  }
  return text;
}

std::string message_of(const Report& report) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(report.cases.begin(), report.cases.end(),
                         [&](const CaseReport& c) { return c.verdict == verdict; });
  };
  const auto failures = count(Verdict::kInternalError);
  std::vector<std::string> unwritten;
  for (const FunctionReport& function : report.functions)
    if (function.verdict == Verdict::kNotImplemented) unwritten.push_back(function.name);
  switch (report.verdict) {
    case Verdict::kAccepted:
      return report.declared == 1 ? "the case passed" : fmt::format("all {} cases passed", report.declared);
    case Verdict::kCompileError:
      return report.compile.message.empty() ? "it does not compile" : report.compile.message;
    case Verdict::kInternalError:
      return fmt::format("the grader itself failed in {} of {} cases", failures, report.declared);
    case Verdict::kNotImplemented:
      return fmt::format("{} {} not written yet", names_text(unwritten),
                         unwritten.size() == 1 ? "is" : "are");
    default:
      return fmt::format("{} of {} cases passed", report.passed, report.declared);
  }
}

}  // namespace

bool is_value_kind(CaseKind kind) {
  return kind == CaseKind::kValues || kind == CaseKind::kSequence;
}

void score(Report& report, const std::vector<Case>& cases, const Manifest& manifest) {
  add_missing(report, cases, manifest);
  assert(report.cases.size() == cases.size());
  report.functions.clear();
  report.max_points = 0;
  double points = 0;
  for (const Function& function : manifest.functions) {
    if (cases_of(report, function.name).empty()) continue;
    FunctionReport one;
    one.name = function.name;
    one.max_points = function.points;
    one.points = score_function(report, cases, manifest, function);
    points += one.points;
    report.max_points += one.max_points;
    report.functions.push_back(std::move(one));
  }
  report.points = to_millionths(points);
  summarise(report);
  if (report.verdict == Verdict::kInternalError) report.points.reset();
}

void summarise(Report& report) {
  report.verdict = report.compile.ok ? Verdict::kAccepted : Verdict::kCompileError;
  report.declared = static_cast<int>(report.cases.size());
  report.started = report.finished = report.passed = 0;
  for (const CaseReport& one : report.cases) {
    report.started += one.ran ? 1 : 0;
    report.finished += one.ran && one.verdict != Verdict::kInternalError ? 1 : 0;
    report.passed += passed(one) ? 1 : 0;
    report.verdict = worse(report.verdict, one.verdict);
  }
  for (FunctionReport& function : report.functions) {
    function.verdict = Verdict::kAccepted;
    const Indices indices = cases_of(report, function.name);
    function.total = static_cast<int>(indices.size());
    function.passed = 0;
    for (const std::size_t i : indices) {
      function.passed += passed(report.cases[i]) ? 1 : 0;
      function.verdict = worse(function.verdict, report.cases[i].verdict);
    }
  }
  report.message = message_of(report);
}

}  // namespace grader

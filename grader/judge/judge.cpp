#include "grader/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/base/text.h"
#include "grader/judge/compare.h"
#include "grader/judge/ending.h"
#include "grader/judge/patterns.h"
#include "grader/judge/plan.h"
#include "grader/judge/property.h"
#include "grader/judge/vectorised.h"

namespace grader {
namespace {

const Function& function_of(int index, const Manifest& manifest) {
  return manifest.functions.at(static_cast<std::size_t>(index));
}

// "call 2 of 3: " where a case makes several calls that a person can count.
std::string step_text(const Case& a_case, std::size_t step) {
  if (a_case.kind != CaseKind::kSequence || a_case.steps.size() < 2) return "";
  return fmt::format("call {} of {}: ", step + 1, a_case.steps.size());
}

const Thrown* thrown_by(const CallAnswer& answer) {
  return std::get_if<Thrown>(&answer.result);
}

std::optional<Finding> not_implemented(const Manifest& manifest, const Request& request,
                                       const RunOutcome& outcome) {
  for (std::size_t i = 0; i < outcome.answers.size(); ++i) {
    const Thrown* thrown = thrown_by(outcome.answers[i]);
    if (thrown != nullptr && is_not_implemented(*thrown))
      return judge_thrown(*thrown, function_of(request.calls[i].function, manifest).name, manifest);
  }
  return std::nullopt;
}

// The first exception where a value was asked for.
std::optional<Finding> unexpected_exception(const Case& a_case, const Manifest& manifest,
                                            const Request& request, const RunOutcome& outcome) {
  for (std::size_t i = 0; i < outcome.answers.size(); ++i) {
    const Thrown* thrown = thrown_by(outcome.answers[i]);
    if (thrown == nullptr || (i < a_case.steps.size() && !a_case.steps[i].throws.empty())) continue;
    Finding found = judge_thrown(*thrown, function_of(request.calls[i].function, manifest).name, manifest);
    found.message = step_text(a_case, i) + found.message;
    return found;
  }
  return std::nullopt;
}

Finding judge_throws(const Step& step, const CallAnswer& answer, const Manifest& manifest) {
  const Thrown* thrown = thrown_by(answer);
  if (thrown == nullptr)
    return finding(Verdict::kWrongException,
                   fmt::format("expected {} to be thrown, got the result {}", step.throws,
                               cut_text(clean_line(summary(std::get<Value>(answer.result))), 100)));
  if (can_be_caught_as(*thrown, step.throws)) {
    Finding fine;
    fine.thrown = *thrown;
    return fine;
  }
  Finding found = finding(Verdict::kWrongException, fmt::format("expected {} to be thrown, got {}",
                                                                step.throws, thrown_text(*thrown, manifest)));
  if (can_be_caught_as(*thrown, "kit::ShapeError"))
    found.help =
        fmt::format("a ShapeError is no {}: check the arguments before the first operation", step.throws);
  found.thrown = *thrown;
  return found;
}

Finding judge_value(const Case& a_case, const Manifest& manifest, const Step& step,
                    const CallAnswer& answer) {
  const Function& function = function_of(a_case.function, manifest);
  if (!step.expect) return finding(Verdict::kInternalError, "there is no expected value to compare with");
  const Value& got = std::get<Value>(answer.result);
  Comparison comparison = compare(*step.expect, got, step.tolerance);
  Finding found = finding(verdict_of(comparison), std::move(comparison.message));
  found.difference = std::move(comparison.difference);
  if (!comparison.entry.empty() && !found.message.empty())
    found.message = fmt::format("entry '{}': {}", clean_line(comparison.entry), found.message);
  if (function.result_axes.size() == found.difference->expected_shape.size())
    found.difference->axes = function.result_axes;
  const auto* wrong = std::get_if<Array>(&got);
  if (comparison.match != Match::kSame && comparison.match != Match::kWrongType && wrong != nullptr)
    found.difference->patterns = find_patterns(make_wrong(
        std::get<Array>(*step.expect), *wrong, step.tolerance, function, step.arguments, manifest));
  return found;
}

// Each step on its own; the first of the worst verdict decides, and where all are right the one nearest to
// its tolerance.
Finding judge_steps(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome) {
  Finding kept;
  for (std::size_t i = 0; i < a_case.steps.size(); ++i) {
    const Step& step = a_case.steps[i];
    const CallAnswer& answer = outcome.answers.at(i);
    Finding found = step.throws.empty() ? judge_value(a_case, manifest, step, answer)
                                        : judge_throws(step, answer, manifest);
    const auto used = [](const Finding& one) {
      return one.difference ? one.difference->max_tolerance_used : -1;
    };
    const bool nearer =
        found.verdict == kept.verdict && kept.verdict == Verdict::kAccepted && used(found) >= used(kept);
    if (found.verdict >= kept.verdict && !nearer) continue;
    if (!found.message.empty()) found.message = step_text(a_case, i) + found.message;
    kept = std::move(found);
  }
  return kept;
}

Finding judge_vectorised(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome) {
  if (std::any_of(a_case.steps.begin(), a_case.steps.end(),
                  [](const Step& step) { return step.expect.has_value(); })) {
    const Finding values = judge_steps(a_case, manifest, outcome);
    if (values.verdict != Verdict::kAccepted)
      return finding(values.verdict, "loops are not judged here: the values come first, and they are wrong");
  }
  return judge_growth(growth_sizes(manifest), outcome.operations, manifest).value_or(Finding{});
}

Finding judge_answers(const Case& a_case, const Manifest& manifest, const Request& request,
                      const RunOutcome& outcome) {
  switch (a_case.kind) {
    case CaseKind::kValues:
    case CaseKind::kThrows:
    case CaseKind::kSequence:
      return judge_steps(a_case, manifest, outcome);
    case CaseKind::kRoundTrip:
      return judge_round_trip(a_case, manifest, outcome);
    case CaseKind::kCausal:
      return judge_causal(a_case, manifest, request, outcome);
    case CaseKind::kBatchIndependent:
      return judge_batch_independent(a_case, manifest, request, outcome);
    case CaseKind::kRepeatable:
      return judge_repeatable(a_case, manifest, outcome);
    case CaseKind::kLeavesInputsAlone:
      return judge_leaves_inputs_alone(a_case, manifest, outcome);
    case CaseKind::kVectorised:
      return judge_vectorised(a_case, manifest, outcome);
  }
  return finding(Verdict::kInternalError, "a kind of case that is not known");
}

Finding find(const Case& a_case, const Manifest& manifest, const Request& request,
             const RunOutcome& outcome) {
  if (auto ended = judge_ending(outcome, a_case, manifest)) {
    ended->message =
        step_text(a_case, std::min(outcome.answers.size(), a_case.steps.size() - 1)) + ended->message;
    return std::move(*ended);
  }
  if (outcome.answers.size() != request.calls.size())
    return finding(Verdict::kRuntimeError,
                   fmt::format("{} answers came to {} calls", outcome.answers.size(), request.calls.size()));
  if (auto stub = not_implemented(manifest, request, outcome)) return std::move(*stub);
  if (auto thrown = unexpected_exception(a_case, manifest, request, outcome)) return std::move(*thrown);
  return judge_answers(a_case, manifest, request, outcome);
}

Thrown cleaned(const Thrown& thrown) {
  Thrown clean{.type = cut_text(clean_line(thrown.type), 200),
               .bases = {},
               .message = cut_text(clean_line(thrown.message), 1000),
               .line = std::max(thrown.line, 0)};
  for (const std::string& base : thrown.bases) clean.bases.push_back(cut_text(clean_line(base), 200));
  return clean;
}

std::string shown_output(const std::string& text, bool cut) {
  std::string shown = clean_text(cut_text(text, kShownOutput));
  if (cut && text.size() <= kShownOutput) shown += " … (cut)";
  return shown;
}

CaseReport start(const Case& a_case, const Manifest& manifest) {
  const Function& function = function_of(a_case.function, manifest);
  CaseReport report;
  report.name = a_case.name;
  report.function = function.name;
  report.kind = a_case.kind;
  report.hidden = a_case.hidden;
  report.why = a_case.why;
  if (!a_case.steps.empty()) report.call = call_text(function, a_case.steps[0].arguments);
  if (a_case.steps.empty() || a_case.kind == CaseKind::kVectorised)
    report.call = fmt::format("{} at growing sizes", function.name);
  return report;
}

}  // namespace

CaseReport judge(const Case& a_case, const Manifest& manifest, const Request& request,
                 const RunOutcome& outcome) {
  CaseReport report = start(a_case, manifest);
  Finding found = find(a_case, manifest, request, outcome);
  report.ran = outcome.ended.how != Ended::How::kNotStarted;
  report.verdict = found.verdict;
  report.message = std::move(found.message);
  report.details = std::move(found.details);
  report.help = std::move(found.help);
  report.difference = std::move(found.difference);
  if (found.thrown) report.thrown = cleaned(*found.thrown);
  report.stdout_text = shown_output(outcome.stdout_text, outcome.output_cut);
  report.stderr_text = shown_output(outcome.stderr_text, outcome.output_cut);
  report.wall_ms = outcome.ended.wall_time.count();
  report.memory_bytes = outcome.ended.peak_memory_bytes;
  return report;
}

CaseReport not_run(const Case& a_case, const Manifest& manifest, Verdict verdict, std::string message) {
  CaseReport report = start(a_case, manifest);
  report.verdict = verdict;
  report.message = std::move(message);
  return report;
}

std::string call_text(const Function& function, const std::vector<Value>& arguments) {
  std::string text;
  for (std::size_t i = 0; i < std::min(arguments.size(), function.arguments.size()); ++i)
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", function.arguments[i].name, summary(arguments[i]));
  return fmt::format("{}({})", function.name, clean_line(text));
}

}  // namespace grader

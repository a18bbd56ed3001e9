#include "grader/judge/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/judge/compare.h"
#include "grader/judge/letters.h"
#include "grader/judge/patterns.h"
#include "grader/judge/plan.h"

namespace grader {
namespace {

const Function& function_of(const Case& a_case, const Manifest& manifest) {
  return manifest.functions.at(static_cast<std::size_t>(a_case.function));
}

const Value& result_of(const RunOutcome& outcome, std::size_t call) {
  return std::get<Value>(outcome.answers.at(call).result);
}

// The positions [begin, end) along `axis`.
Array part(const Array& array, int axis, std::int64_t begin, std::int64_t end) {
  const auto at = array.shape.begin() + axis;
  const std::int64_t inner = element_count({at + 1, array.shape.end()});
  Array out{.shape = array.shape, .data = {}};
  out.shape[static_cast<std::size_t>(axis)] = end - begin;
  for (std::size_t i = 0; i < array.data.size(); ++i) {
    const std::int64_t position = static_cast<std::int64_t>(i) / inner % *at;
    if (position >= begin && position < end) out.data.push_back(array.data[i]);
  }
  return out;
}

Finding from(Comparison comparison, const std::string& what, const Axes& axes) {
  if (comparison.match == Match::kSame) {
    Finding fine;
    fine.difference = std::move(comparison.difference);
    return fine;
  }
  Finding found = finding(verdict_of(comparison), fmt::format("{}: {}", what, comparison.message));
  found.difference = std::move(comparison.difference);
  if (axes.size() == found.difference->expected_shape.size()) found.difference->axes = axes;
  return found;
}

// Keeps the finding that decides, and of accepted ones the one that came nearest to the tolerance.
void keep_worse(Finding& kept, Finding other) {
  const auto used = [](const Finding& one) {
    return one.difference ? one.difference->max_tolerance_used : -1;
  };
  if (other.verdict < kept.verdict ||
      (other.verdict == kept.verdict && kept.verdict == Verdict::kAccepted && used(other) > used(kept)))
    kept = std::move(other);
}

// Each result must have the shape that the manifest gives it, so that its axes can be cut at all.
std::optional<Finding> wrong_result_shape(const Function& function, const std::vector<Value>& arguments,
                                          const Value& result, const Manifest& manifest) {
  const auto* array = std::get_if<Array>(&result);
  if (array == nullptr) return finding(Verdict::kRuntimeError, "the answer is no tensor");
  const auto shape = shape_of(function.result_axes, bind_sizes(function, arguments, manifest), manifest);
  if (shape ? array->shape == *shape : array->shape.size() == function.result_axes.size())
    return std::nullopt;
  Finding found = finding(Verdict::kWrongShape,
                          fmt::format("expected shape {}, got {}",
                                      shape ? to_string(*shape) : "of other rank", to_string(array->shape)));
  Difference difference;
  difference.expected_shape = shape.value_or(Shape{});
  difference.got_shape = array->shape;
  found.difference = difference;
  return found;
}

std::vector<Value> plain_arguments(const Call& call) {
  std::vector<Value> arguments;
  for (const auto& argument : call.arguments)
    if (const auto* value = std::get_if<Value>(&argument)) arguments.push_back(*value);
  return arguments;
}

// The first result of the run that is no tensor of the right shape; then nothing can be cut and compared.
std::optional<Finding> any_wrong_shape(const Case& a_case, const Manifest& manifest, const Request& request,
                                       const RunOutcome& outcome) {
  for (std::size_t i = 0; i < request.calls.size(); ++i)
    if (auto found = wrong_result_shape(function_of(a_case, manifest), plain_arguments(request.calls[i]),
                                        result_of(outcome, i), manifest))
      return found;
  return std::nullopt;
}

std::string noun_or(const Manifest& manifest, const std::string& letter) {
  const std::string noun = noun_of(manifest, letter);
  return noun.empty() ? "position" : noun;
}

}  // namespace

Verdict verdict_of(const Comparison& comparison) {
  switch (comparison.match) {
    case Match::kSame:
      return Verdict::kAccepted;
    case Match::kWrongType:
      return Verdict::kRuntimeError;
    case Match::kWrongShape:
      return Verdict::kWrongShape;
    case Match::kWrongValues:
      return Verdict::kWrongAnswer;
  }
  return Verdict::kWrongAnswer;
}

Finding judge_round_trip(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome) {
  Function function = function_of(a_case, manifest);
  const Step& step = a_case.steps.at(0);
  const auto is_tensor = [](const Argument& argument) { return argument.type == Type::kTensor; };
  const auto first = std::find_if(function.arguments.begin(), function.arguments.end(), is_tensor);
  const Value& given = step.arguments.at(static_cast<std::size_t>(first - function.arguments.begin()));
  const int inverse = inverse_of(a_case.function, manifest);
  const std::string& undone_by = manifest.functions.at(static_cast<std::size_t>(inverse)).name;
  Comparison comparison = compare(given, result_of(outcome, 1), step.tolerance);
  Finding found = from(
      std::move(comparison),
      fmt::format("{}({}(…)) does not give '{}' back", undone_by, function.name, first->name), first->axes);
  const auto* got = std::get_if<Array>(&result_of(outcome, 1));
  if (found.verdict == Verdict::kAccepted || got == nullptr) return found;
  function.result_axes = first->axes;
  found.difference->patterns =
      find_patterns(make_wrong(std::get<Array>(given), *got, step.tolerance, function, {}, manifest));
  return found;
}

Finding judge_causal(const Case& a_case, const Manifest& manifest, const Request& request,
                     const RunOutcome& outcome) {
  const Function& function = function_of(a_case, manifest);
  if (auto shape = any_wrong_shape(a_case, manifest, request, outcome)) return std::move(*shape);
  const std::vector<std::int64_t> cuts = causal_cuts(a_case, manifest);
  const int axis = axis_of(function.result_axes, manifest.sequence_letter);
  const std::string noun = noun_or(manifest, manifest.sequence_letter);
  Finding kept;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const Array before = part(std::get<Array>(result_of(outcome, 0)), axis, 0, cuts[i]);
    const Array after = part(std::get<Array>(result_of(outcome, i + 1)), axis, 0, cuts[i]);
    keep_worse(kept,
               from(compare(before, after, a_case.steps[0].tolerance),
                    fmt::format("other inputs from {0} {1} on change results before {0} {1}", noun, cuts[i]),
                    function.result_axes));
    if (kept.verdict != Verdict::kAccepted) break;
  }
  return kept;
}

Finding judge_batch_independent(const Case& a_case, const Manifest& manifest, const Request& request,
                                const RunOutcome& outcome) {
  const Function& function = function_of(a_case, manifest);
  if (auto shape = any_wrong_shape(a_case, manifest, request, outcome)) return std::move(*shape);
  const std::vector<std::int64_t> picks = batch_picks(a_case, manifest);
  const int axis = axis_of(function.result_axes, manifest.batch_letter);
  const std::string noun = noun_or(manifest, manifest.batch_letter);
  Finding kept;
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const Array& alone = std::get<Array>(result_of(outcome, i + 1));
    const Array among = part(std::get<Array>(result_of(outcome, 0)), axis, picks[i], picks[i] + 1);
    keep_worse(kept, from(compare(alone, among, a_case.steps[0].tolerance),
                          fmt::format("{} {} has another result among the others than alone", noun, picks[i]),
                          function.result_axes));
    if (kept.verdict != Verdict::kAccepted) break;
  }
  return kept;
}

Finding judge_repeatable(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome) {
  Finding found = from(compare_bits(result_of(outcome, 0), result_of(outcome, 1)),
                       "two calls with the same arguments give different results",
                       function_of(a_case, manifest).result_axes);
  if (found.verdict != Verdict::kAccepted) found.help = "the result must depend on the arguments alone";
  return found;
}

Finding judge_leaves_inputs_alone(const Case& a_case, const Manifest& manifest, const RunOutcome& outcome) {
  const Function& function = function_of(a_case, manifest);
  const std::vector<Value>& before = a_case.steps.at(0).arguments;
  const std::vector<Value>& after = outcome.answers.at(0).arguments_after;
  if (after.size() != before.size())
    return finding(Verdict::kRuntimeError,
                   fmt::format("the answer has {} of {} arguments", after.size(), before.size()));
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Argument& argument = function.arguments.at(i);
    Finding found = from(compare_bits(before[i], after[i]),
                         fmt::format("the call changed its argument '{}'", argument.name), argument.axes);
    if (found.verdict != Verdict::kAccepted) return found;
  }
  return {};
}

}  // namespace grader

#include "grader/judge/plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "grader/judge/letters.h"
#include "grader/model/uniform.h"

namespace grader {
namespace {

constexpr std::int64_t kMaxPicks = 8;

const Function& function_of(const Case& a_case, const Manifest& manifest) {
  return manifest.functions.at(static_cast<std::size_t>(a_case.function));
}

Call call_of(int function, const std::vector<Value>& arguments) {
  return {.function = function, .arguments = {arguments.begin(), arguments.end()}};
}

Call call_of(int function, std::vector<Value>&& arguments) {
  return {
      .function = function,
      .arguments = {std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end())}};
}

// The place of `axis` in row-major order: index = (outer * size + position) * inner + rest.
struct Stride {
  std::int64_t size = 1;
  std::int64_t inner = 1;
};

Stride stride_of(const Shape& shape, int axis) {
  const auto at = shape.begin() + axis;
  return {*at, element_count({at + 1, shape.end()})};
}

// The entries from `cut` on along `axis` become other finite numbers of the same size.
Array change_from(const Array& array, int axis, std::int64_t cut) {
  Array changed = array;
  const Stride stride = stride_of(array.shape, axis);
  double scale = 1;
  for (const double value : array.data)
    if (std::isfinite(value)) scale = std::max(scale, std::abs(value));
  const auto fresh = uniform(static_cast<std::uint64_t>(cut), array.data.size(), -1, 1);
  for (std::size_t i = 0; i < changed.data.size(); ++i)
    if (static_cast<std::int64_t>(i) / stride.inner % stride.size >= cut) changed.data[i] = scale * fresh[i];
  return changed;
}

Array pick(const Array& array, int axis, std::int64_t position) {
  const Stride stride = stride_of(array.shape, axis);
  Array picked{.shape = array.shape, .data = {}};
  picked.shape[static_cast<std::size_t>(axis)] = 1;
  for (std::size_t i = 0; i < array.data.size(); ++i)
    if (static_cast<std::int64_t>(i) / stride.inner % stride.size == position)
      picked.data.push_back(array.data[i]);
  return picked;
}

// Calls `change(array, axis)` for every tensor argument that has `letter` as exactly one of its axes; a (T,
// T) mask is none of them.
template <class Change>
std::vector<Value> changed_arguments(const Case& a_case, const Manifest& manifest, const std::string& letter,
                                     Change change) {
  const Function& function = function_of(a_case, manifest);
  std::vector<Value> arguments = a_case.steps.at(0).arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = function.arguments.at(i);
    const int axis = axis_of(argument.axes, letter);
    auto* array = std::get_if<Array>(&arguments[i]);
    if (array != nullptr && axis >= 0 && axis < static_cast<int>(array->shape.size()))
      *array = change(*array, axis);
    auto* number = std::get_if<std::int64_t>(&arguments[i]);
    if (number != nullptr && argument.letter == letter && letter == manifest.batch_letter) *number = 1;
  }
  return arguments;
}

std::int64_t size_in(const Case& a_case, const Manifest& manifest, const std::string& letter) {
  const Sizes sizes = bind_sizes(function_of(a_case, manifest), a_case.steps.at(0).arguments, manifest);
  const auto found = sizes.find(letter);
  return found == sizes.end() ? 0 : found->second;
}

// The arguments of the inverse: the result where a tensor is asked for first, then what the case's own
// arguments say by name or, for an int, by the letter whose size it is.
Call inverse_call(const Case& a_case, const Manifest& manifest) {
  const Function& forward = function_of(a_case, manifest);
  const auto& given = a_case.steps.at(0).arguments;
  const Sizes sizes = bind_sizes(forward, given, manifest);
  const int index = inverse_of(a_case.function, manifest);
  assert(index >= 0);
  Call call{.function = index, .arguments = {}};
  bool used = false;
  for (const Argument& argument : manifest.functions[static_cast<std::size_t>(index)].arguments) {
    if (argument.type == Type::kTensor && !used) {
      call.arguments.emplace_back(ResultOf{0});
      used = true;
    } else if (sizes.contains(argument.letter)) {
      call.arguments.emplace_back(std::in_place_type<Value>, sizes.at(argument.letter));
    } else {
      for (std::size_t i = 0; i < given.size(); ++i)
        if (forward.arguments[i].name == argument.name) call.arguments.emplace_back(given[i]);
    }
  }
  return call;
}

void add_causal(Request& request, const Case& a_case, const Manifest& manifest) {
  for (const std::int64_t cut : causal_cuts(a_case, manifest)) {
    const auto change = [cut](const Array& array, int axis) { return change_from(array, axis, cut); };
    request.calls.push_back(
        call_of(a_case.function, changed_arguments(a_case, manifest, manifest.sequence_letter, change)));
  }
}

void add_picks(Request& request, const Case& a_case, const Manifest& manifest) {
  for (const std::int64_t text : batch_picks(a_case, manifest)) {
    const auto change = [text](const Array& array, int axis) { return pick(array, axis, text); };
    request.calls.push_back(
        call_of(a_case.function, changed_arguments(a_case, manifest, manifest.batch_letter, change)));
  }
}

Array tensor_by_rule(const Axes& axes, const Sizes& sizes, const Manifest& manifest, std::uint64_t& seed) {
  const std::optional<Shape> shape = shape_of(axes, sizes, manifest);
  assert(shape.has_value());
  return {*shape, uniform(seed++, static_cast<std::size_t>(element_count(*shape)), -1, 1)};
}

Value value_by_rule(const Argument& argument, const Sizes& sizes, const Manifest& manifest,
                    std::uint64_t& seed) {
  switch (argument.type) {
    case Type::kTensor:
      return tensor_by_rule(argument.axes, sizes, manifest, seed);
    case Type::kParams: {
      NamedArrays arrays;
      for (const auto& [name, axes] : argument.params)
        arrays.emplace_back(name, tensor_by_rule(axes, sizes, manifest, seed));
      return arrays;
    }
    case Type::kInt:
      return axis_size(argument.letter, sizes, manifest).value_or(1);
    case Type::kDouble:
      return uniform(seed++, 1, -1, 1)[0];
    case Type::kBool:
      return false;
    case Type::kString:
      return std::string();
  }
  return false;
}

void add_growth(Request& request, const Case& a_case, const Manifest& manifest) {
  request.recording = Recording::kCounts;
  for (GrowthStep& step : growth_steps(function_of(a_case, manifest), manifest))
    request.calls.push_back(call_of(a_case.function, std::move(step.arguments)));
}

}  // namespace

Request plan(const Case& a_case, const Manifest& manifest) {
  Request request;
  if (a_case.kind == CaseKind::kVectorised) {
    add_growth(request, a_case, manifest);
    return request;
  }
  for (const Step& step : a_case.steps) request.calls.push_back(call_of(a_case.function, step.arguments));
  if (a_case.kind == CaseKind::kRoundTrip) request.calls.push_back(inverse_call(a_case, manifest));
  if (a_case.kind == CaseKind::kCausal) add_causal(request, a_case, manifest);
  if (a_case.kind == CaseKind::kBatchIndependent) add_picks(request, a_case, manifest);
  if (a_case.kind == CaseKind::kRepeatable) request.calls.push_back(request.calls.at(0));
  request.return_arguments = a_case.kind == CaseKind::kLeavesInputsAlone;
  return request;
}

void complete_case(Case& a_case, const Manifest& manifest) {
  if (a_case.kind != CaseKind::kVectorised || !a_case.steps.empty()) return;
  for (GrowthStep& growth : growth_steps(function_of(a_case, manifest), manifest)) {
    Step step;
    step.arguments = std::move(growth.arguments);
    step.expect_from_reference = true;
    a_case.steps.push_back(std::move(step));
  }
}

std::vector<GrowthStep> growth_sizes(const Manifest& manifest) {
  std::vector<GrowthStep> steps;
  for (const std::string& letter : manifest.vectorised.letters) {
    const auto grow = manifest.vectorised.grow.find(letter);
    if (grow == manifest.vectorised.grow.end()) continue;
    for (const std::int64_t size : grow->second)
      steps.push_back({.letter = letter, .size = size, .arguments = {}});
  }
  return steps;
}

std::vector<GrowthStep> growth_steps(const Function& function, const Manifest& manifest) {
  std::vector<GrowthStep> steps = growth_sizes(manifest);
  for (GrowthStep& step : steps) {
    Sizes sizes = manifest.vectorised.base;
    sizes[step.letter] = step.size;
    std::uint64_t seed = 1;
    for (const Argument& argument : function.arguments)
      step.arguments.push_back(value_by_rule(argument, sizes, manifest, seed));
  }
  return steps;
}

std::vector<std::int64_t> causal_cuts(const Case& a_case, const Manifest& manifest) {
  const std::int64_t size = size_in(a_case, manifest, manifest.sequence_letter);
  std::vector<std::int64_t> cuts;
  for (const std::int64_t cut : {std::int64_t{1}, size / 2, size - 1})
    if (cut >= 1 && cut < size && (cuts.empty() || cuts.back() < cut)) cuts.push_back(cut);
  return cuts;
}

std::vector<std::int64_t> batch_picks(const Case& a_case, const Manifest& manifest) {
  const std::int64_t size = size_in(a_case, manifest, manifest.batch_letter);
  std::vector<std::int64_t> picks;
  for (std::int64_t text = 0; text < std::min(size, kMaxPicks); ++text) picks.push_back(text);
  if (size > kMaxPicks) picks.back() = size - 1;
  return picks;
}

int inverse_of(int function, const Manifest& manifest) {
  const Function& forward = manifest.functions.at(static_cast<std::size_t>(function));
  if (!forward.inverse_of.empty()) return manifest.function_index(forward.inverse_of);
  for (std::size_t i = 0; i < manifest.functions.size(); ++i)
    if (manifest.functions[i].inverse_of == forward.name) return static_cast<int>(i);
  return -1;
}

}  // namespace grader

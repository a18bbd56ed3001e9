#include "grader/diagnose/road.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "grader/model/uniform.h"

namespace grader {
namespace {

// Any seed that no case is likely to have used, so that changed numbers are other ones.
constexpr std::uint64_t kSeed = 0x5eed0f7e57;

std::vector<Array*> tensors_of(std::vector<Value>& arguments) {
  std::vector<Array*> tensors;
  for (Value& argument : arguments) {
    if (auto* array = std::get_if<Array>(&argument)) tensors.push_back(array);
    if (auto* arrays = std::get_if<NamedArrays>(&argument))
      for (auto& [name, array] : *arrays) tensors.push_back(&array);
  }
  return tensors;
}

Call call_of(int function, const std::vector<Value>& arguments) {
  return {.function = function, .arguments = {arguments.begin(), arguments.end()}};
}

std::vector<const Operation*> stages_of_call(const RunOutcome& outcome, int call) {
  std::vector<const Operation*> stages;
  for (const Operation& operation : outcome.operations)
    if (operation.is_stage && operation.call == call) stages.push_back(&operation);
  return stages;
}

bool has_numbers(const Operation& operation) {
  return element_count(operation.output) == static_cast<std::int64_t>(operation.data.size());
}

std::vector<Stage> make_stages(const Request& request, const RunOutcome& reference) {
  std::vector<Stage> stages;
  const auto marks = stages_of_call(reference, 0);
  for (const Operation* mark : marks) {
    if (!has_numbers(*mark)) return {};
    stages.push_back({.name = mark->name, .value = {mark->output, mark->data}, .needs = {}});
  }
  for (std::size_t call = 1; call < request.calls.size(); ++call) {
    const auto changed = stages_of_call(reference, static_cast<int>(call));
    for (std::size_t i = 0; i < stages.size(); ++i)
      stages[i].needs.push_back(changed.size() != marks.size() || changed[i]->data != marks[i]->data);
  }
  return stages;
}

}  // namespace

Request road_request(int function, const std::vector<Value>& arguments) {
  Request request;
  request.recording = Recording::kValues;
  request.calls.push_back(call_of(function, arguments));
  std::vector<Value> changed = arguments;
  std::uint64_t seed = kSeed;
  for (Array* tensor : tensors_of(changed)) {
    std::vector<double> numbers = uniform(seed++, tensor->data.size(), -1, 1);
    std::swap(tensor->data, numbers);
    request.calls.push_back(call_of(function, changed));
    std::swap(tensor->data, numbers);
  }
  return request;
}

Road make_road(const Request& request, const RunOutcome& reference) {
  Road road;
  const auto add = [&road](const Shape& shape) {
    if (std::find(road.shapes.begin(), road.shapes.end(), shape) == road.shapes.end())
      road.shapes.push_back(shape);
  };
  if (reference.answers.empty() || std::holds_alternative<Thrown>(reference.answers[0].result)) return road;
  for (const Operation& operation : reference.operations) {
    if (operation.call != 0) continue;
    add(operation.output);
    std::for_each(operation.inputs.begin(), operation.inputs.end(), add);
  }
  if (const auto* array = std::get_if<Array>(&std::get<Value>(reference.answers[0].result)))
    add(array->shape);
  road.stages = make_stages(request, reference);
  return road;
}

bool leads_to(const Road& road, std::size_t earlier, std::size_t later) {
  if (earlier >= later) return false;
  const auto& from = road.stages[earlier].needs;
  const auto& to = road.stages[later].needs;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i] && !to[i]) return false;
  return true;
}

}  // namespace grader

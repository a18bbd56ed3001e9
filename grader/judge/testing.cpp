#include "grader/judge/testing.h"

namespace grader::testing {
namespace {

Argument tensor(std::string name, Axes axes) {
  Argument argument;
  argument.name = std::move(name);
  argument.axes = std::move(axes);
  return argument;
}

Argument heads() {
  Argument argument;
  argument.name = "n_heads";
  argument.type = Type::kInt;
  argument.letter = "H";
  return argument;
}

Argument params() {
  Argument argument;
  argument.name = "params";
  argument.type = Type::kParams;
  for (const auto* name : {"Wk", "Wo", "Wq", "Wv"}) argument.params[name] = {"D", "D"};
  return argument;
}

Function function(std::string name, std::vector<Argument> arguments, Axes result, double points) {
  Function made;
  made.name = std::move(name);
  made.arguments = std::move(arguments);
  made.result_axes = std::move(result);
  made.points = points;
  made.vectorised = true;
  return made;
}

}  // namespace

Manifest manifest() {
  Manifest made;
  made.title = "Multi-Head Self-Attention";
  made.cpp_namespace = "exercise";
  made.submission_name = "solution.h";
  made.functions = {
      function("split_heads", {tensor("x", {"B", "T", "D"}), heads()}, {"B", "H", "T", "d"}, 2),
      function("merge_heads", {tensor("x", {"B", "H", "T", "d"})}, {"B", "T", "D"}, 2),
      function("mha_forward", {tensor("x", {"B", "T", "D"}), params(), heads()}, {"B", "T", "D"}, 6)};
  made.functions[kMerge].inverse_of = "split_heads";
  made.letters = {{"B", "text"}, {"T", "token"}, {"H", "head"}};
  made.derived = {{"D", "H*d"}};
  made.batch_letter = "B";
  made.sequence_letter = "T";
  made.vectorised.letters = {"B", "H"};
  made.vectorised.base = {{"B", 2}, {"T", 4}, {"H", 2}, {"d", 3}};
  made.vectorised.grow = {{"B", {2, 3, 5}}, {"H", {2, 3, 5}}};
  return made;
}

Case make_case(std::string name, int function, CaseKind kind, std::vector<Value> arguments) {
  Case made;
  made.name = std::move(name);
  made.function = function;
  made.kind = kind;
  Step step;
  step.arguments = std::move(arguments);
  made.steps.push_back(std::move(step));
  return made;
}

Array counting(const Shape& shape) {
  Array array{.shape = shape, .data = {}};
  for (std::int64_t i = 0; i < element_count(shape); ++i) array.data.push_back(static_cast<double>(i));
  return array;
}

RunOutcome answered(std::vector<Value> values) {
  RunOutcome outcome;
  outcome.complete = true;
  for (Value& value : values) outcome.answers.push_back({.result = std::move(value), .arguments_after = {}});
  return outcome;
}

RunOutcome threw(Thrown thrown) {
  RunOutcome outcome;
  outcome.complete = true;
  outcome.answers.push_back({.result = std::move(thrown), .arguments_after = {}});
  return outcome;
}

RunOutcome ended(Ended::How how, int code, std::string detail) {
  RunOutcome outcome;
  outcome.ended.how = how;
  outcome.ended.code = code;
  outcome.ended.detail = std::move(detail);
  return outcome;
}

Thrown exception(std::string type, std::string message, std::vector<std::string> bases, int line) {
  return {.type = std::move(type), .bases = std::move(bases), .message = std::move(message), .line = line};
}

}  // namespace grader::testing

#include "grader/cases/call_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "grader/cases/axis_sizes.h"
#include "grader/cases/cpp_names.h"
#include "grader/cases/value_reader.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

class CallReader {
 public:
  CallReader(const Manifest& manifest, const Function& function, YamlErrors& errors, NumberBudget& budget)
      : manifest_(manifest),
        function_(function),
        errors_(errors),
        budget_(budget),
        sizes_(manifest, errors) {}

  CallReading read(YamlMap& map, Ending ending) {
    const YamlNode* args = map.need("args");
    if (ending == Ending::kOwn) read_ending(map);
    if (args != nullptr) read_args(*args);
    if (expect_ != nullptr) read_expect(*expect_);
    if (!throws_) solve();
    return std::move(reading_);
  }

 private:
  void read_ending(YamlMap& map) {
    expect_ = map.find("expect");
    const YamlNode* throws = map.find("throws");
    const YamlNode* tolerance = map.find("tolerance");
    throws_ = map.has("throws");
    reading_.step.tolerance =
        tolerance == nullptr ? function_.tolerance : read_tolerance(*tolerance, errors_);
    reading_.step.expect_from_reference = !map.has("expect") && !throws_;
    if (throws_ && map.has("expect"))
      errors_.add(map.key_node("throws"), "a call has 'expect' or 'throws', not both");
    else if (throws_ && map.has("tolerance"))
      errors_.add(map.key_node("tolerance"), "a call that must throw has no tolerance: leave it out");
    if (throws != nullptr) read_throws(*throws);
  }

  void read_throws(const YamlNode& node) {
    const std::optional<std::string> type = read_text(node, errors_);
    if (!type) return;
    if (std::string fault = exception_fault(*type); !fault.empty()) errors_.add(node, std::move(fault));
    reading_.step.throws = *type;
  }

  void read_expect(const YamlNode& node) {
    reading_.step.expect = read_value(function_.result, node, errors_, budget_);
    if (!reading_.step.expect) return;
    if (const auto* array = std::get_if<Array>(&*reading_.step.expect))
      sizes_.add_tensor("expect", node, function_.result_axes, array->shape);
  }

  void read_args(const YamlNode& node) {
    YamlMap args(node, fmt::format("args of {}", function_.name), errors_);
    for (const Argument& argument : function_.arguments) {
      const YamlNode* value = args.need(argument.name);
      if (value != nullptr) read_argument(argument, *value);
    }
    args.finish();
  }

  void read_argument(const Argument& argument, const YamlNode& node) {
    std::optional<Value> value = read_value(argument.type, node, errors_, budget_);
    if (!value) return;
    if (!throws_) add_sizes(argument, node, *value);
    reading_.step.arguments.push_back(*std::move(value));
  }

  void add_sizes(const Argument& argument, const YamlNode& node, const Value& value) {
    if (const auto* array = std::get_if<Array>(&value))
      sizes_.add_tensor(argument.name, node, argument.axes, array->shape);
    if (const auto* arrays = std::get_if<NamedArrays>(&value)) add_params(argument, node, *arrays);
    if (const auto* number = std::get_if<std::int64_t>(&value); number != nullptr && !argument.letter.empty())
      sizes_.add_size(argument.name, node, argument.letter, *number);
  }

  void add_params(const Argument& argument, const YamlNode& node, const NamedArrays& arrays) {
    YamlMap map(node, fmt::format("'{}'", argument.name), errors_);
    for (const auto& [name, axes] : argument.params) {
      const YamlNode* entry = map.need(name);
      if (entry == nullptr) continue;
      for (const auto& [given, array] : arrays)
        if (given == name) sizes_.add_tensor(name, *entry, axes, array.shape);
    }
    map.finish();
  }

  void solve() {
    sizes_.solve();
    for (const auto& [letter, noun] : manifest_.letters)
      if (const auto size = sizes_.size_of(letter)) reading_.sizes[letter] = *size;
  }

  const Manifest& manifest_;
  const Function& function_;
  YamlErrors& errors_;
  NumberBudget& budget_;
  AxisSizes sizes_;
  CallReading reading_;
  const YamlNode* expect_ = nullptr;
  bool throws_ = false;
};

std::optional<double> read_bound(const YamlNode& node, YamlErrors& errors) {
  const std::optional<double> bound = read_double(node, errors);
  if (!bound || (std::isfinite(*bound) && *bound >= 0)) return bound;
  errors.add(node, fmt::format("expected a finite number from 0, found '{}'", node.text));
  return std::nullopt;
}

}  // namespace

Tolerance read_tolerance(const YamlNode& node, YamlErrors& errors) {
  if (node.is(YamlNode::Kind::kText) && node.text == "exact") return kExact;
  Tolerance tolerance;
  if (!node.is(YamlNode::Kind::kMap) || (node.items.empty() && !node.incomplete)) {
    errors.add(node, fmt::format("expected 'exact' or {{rtol: …, atol: …}}, found {}", found_text(node)));
    return tolerance;
  }
  YamlMap map(node, "a tolerance", errors);
  if (const YamlNode* rtol = map.find("rtol")) tolerance.rtol = read_bound(*rtol, errors).value_or(0);
  if (const YamlNode* atol = map.find("atol")) tolerance.atol = read_bound(*atol, errors);
  map.finish();
  return tolerance;
}

CallReading read_call(YamlMap& map, const Manifest& manifest, const Function& function, Ending ending,
                      YamlErrors& errors, NumberBudget& budget) {
  return CallReader(manifest, function, errors, budget).read(map, ending);
}

}  // namespace grader

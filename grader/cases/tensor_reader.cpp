#include "grader/cases/tensor_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "grader/cases/input_rules.h"
#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::size_t kMaxAxes = 8;
constexpr std::int64_t kMaxEye = 1000;

/// A nested list: the first path down fixes the shape, every other list and number must fit it.
class NestedList {
 public:
  NestedList(YamlErrors& errors, Array& array) : errors_(errors), array_(array) {}

  bool read(const YamlNode& node) {
    walk(node, 0);
    return ok_;
  }

 private:
  void wrong(const YamlNode& node, std::string message) {
    errors_.add(node, std::move(message));
    ok_ = false;
  }

  void walk(const YamlNode& node, std::size_t depth) {
    if (node.is(YamlNode::Kind::kList))
      walk_list(node, depth);
    else
      walk_number(node, depth);
  }

  void walk_list(const YamlNode& node, std::size_t depth) {
    const auto size = static_cast<std::int64_t>(node.items.size());
    if (reached_numbers_ && depth >= array_.shape.size())
      return wrong(node, "ragged list: expected a number as before, found a list");
    if (depth == array_.shape.size()) array_.shape.push_back(size);
    if (array_.shape.size() > kMaxAxes)
      return wrong(node, fmt::format("a tensor has at most {} axes", kMaxAxes));
    if (array_.shape[depth] != size)
      return wrong(
          node, fmt::format("ragged list: expected {} items as before, found {}", array_.shape[depth], size));
    for (const YamlNode& item : node.items) walk(item, depth + 1);
  }

  void walk_number(const YamlNode& node, std::size_t depth) {
    if (node.is(YamlNode::Kind::kText) && depth != array_.shape.size())
      return wrong(node, fmt::format("ragged list: expected a list of {} as before, found '{}'",
                                     array_.shape[depth], node.text));
    reached_numbers_ = reached_numbers_ || depth == array_.shape.size();
    const std::optional<double> number = read_double(node, errors_);
    ok_ = ok_ && number.has_value();
    if (number) array_.data.push_back(*number);
  }

  YamlErrors& errors_;
  Array& array_;
  bool reached_numbers_ = false;
  bool ok_ = true;
};

std::optional<Array> read_nested(const YamlNode& node, YamlErrors& errors) {
  Array array;
  if (!NestedList(errors, array).read(node)) return std::nullopt;
  if (static_cast<std::int64_t>(array.data.size()) <= kMaxTensorNumbers) return array;
  errors.add(node, fmt::format("a tensor has at most {} numbers", kMaxTensorNumbers));
  return std::nullopt;
}

std::optional<Shape> read_shape(const YamlNode& node, YamlErrors& errors) {
  if (!node.is(YamlNode::Kind::kList)) {
    expected("a shape (a list of sizes)", node, errors);
    return std::nullopt;
  }
  Shape shape;
  std::int64_t count = 1;
  for (const YamlNode& item : node.items) {
    const auto size = read_int(item, 0, kMaxTensorNumbers, errors);
    if (!size) return std::nullopt;
    shape.push_back(*size);
    count = std::min(count * *size, kMaxTensorNumbers + 1);
  }
  if (count <= kMaxTensorNumbers && shape.size() <= kMaxAxes) return shape;
  errors.add(node, count > kMaxTensorNumbers
                       ? fmt::format("a tensor has at most {} numbers", kMaxTensorNumbers)
                       : fmt::format("a tensor has at most {} axes", kMaxAxes));
  return std::nullopt;
}

std::optional<Shape> need_shape(YamlMap& map, YamlErrors& errors) {
  const YamlNode* node = map.need("shape");
  return node == nullptr ? std::nullopt : read_shape(*node, errors);
}

// The key's number, `fallback` where the key is not there, nothing after an error.
std::optional<double> number_or(YamlMap& map, std::string_view key, double fallback, YamlErrors& errors) {
  const YamlNode* node = map.find(key);
  if (node == nullptr) return map.has(key) ? std::nullopt : std::optional(fallback);
  return read_double(*node, errors);
}

std::optional<Array> read_literal(const YamlNode& node, YamlErrors& errors) {
  YamlMap map(node, "a tensor", errors);
  const std::optional<Shape> shape = need_shape(map, errors);
  const YamlNode* data = map.need("data");
  map.finish();
  if (data == nullptr) return std::nullopt;
  std::optional<Array> flat = read_nested(*data, errors);
  if (!shape || !flat) return std::nullopt;
  if (flat->shape.size() != 1) {
    errors.add(*data, "expected a flat list of numbers: the shape stands beside it");
    return std::nullopt;
  }
  const std::int64_t wanted = element_count(*shape);
  if (flat->shape[0] == wanted) return Array{*shape, std::move(flat->data)};
  errors.add(*data,
             fmt::format("shape {} needs {} numbers, found {}", to_string(*shape), wanted, flat->shape[0]));
  return std::nullopt;
}

std::optional<Array> read_arange(const YamlNode& node, YamlErrors& errors) {
  YamlMap map(node, "arange", errors);
  const auto shape = need_shape(map, errors);
  const auto start = number_or(map, "start", 0, errors);
  const auto step = number_or(map, "step", 1, errors);
  map.finish();
  return shape && start && step ? std::optional(arange(*shape, *start, *step)) : std::nullopt;
}

std::optional<Array> read_eye(const YamlNode& node, YamlErrors& errors) {
  const auto n = read_int(node, 1, kMaxEye, errors);
  return n ? std::optional(eye(*n)) : std::nullopt;
}

std::optional<Array> read_full(const YamlNode& node, YamlErrors& errors) {
  YamlMap map(node, "full", errors);
  const auto shape = need_shape(map, errors);
  const YamlNode* value_node = map.need("value");
  const auto value = value_node == nullptr ? std::nullopt : read_double(*value_node, errors);
  map.finish();
  return shape && value ? std::optional(full(*shape, *value)) : std::nullopt;
}

std::optional<Array> read_uniform(const YamlNode& node, YamlErrors& errors) {
  YamlMap map(node, "uniform", errors);
  const auto shape = need_shape(map, errors);
  const YamlNode* seed_node = map.need("seed");
  const auto seed = seed_node == nullptr
                        ? std::nullopt
                        : read_int(*seed_node, 0, std::numeric_limits<std::int64_t>::max(), errors);
  const auto low = number_or(map, "low", 0, errors);
  const auto high = number_or(map, "high", 1, errors);
  map.finish();
  if (!shape || !seed || !low || !high) return std::nullopt;
  if (*low < *high && std::isfinite(*high - *low))
    return uniform_array(*shape, static_cast<std::uint64_t>(*seed), *low, *high);
  errors.add(node,
             fmt::format("expected low < high, found {} and {}", number_text(*low), number_text(*high)));
  return std::nullopt;
}

using RuleReader = std::optional<Array> (*)(const YamlNode&, YamlErrors&);
constexpr std::array<std::pair<std::string_view, RuleReader>, 4> kRules{
    {{"arange", read_arange}, {"eye", read_eye}, {"full", read_full}, {"uniform", read_uniform}}};

std::optional<Array> read_map(const YamlNode& node, YamlErrors& errors) {
  YamlMap map(node, "a tensor", errors);
  if (map.has("shape") || map.has("data")) return read_literal(node, errors);
  if (node.items.size() != 2) {
    if (!node.incomplete)
      errors.add(node, "expected shape and data, or one rule: arange, eye, full or uniform");
    return std::nullopt;
  }
  std::optional<Array> array;
  for (const auto& [name, read] : kRules)
    if (const YamlNode* value = map.find(name)) array = read(*value, errors);
  map.finish();
  return array;
}

}  // namespace

std::optional<Array> read_tensor(const YamlNode& node, YamlErrors& errors, NumberBudget& budget) {
  std::optional<Array> array =
      node.is(YamlNode::Kind::kMap) ? read_map(node, errors) : read_nested(node, errors);
  if (!array) return std::nullopt;
  const auto count = static_cast<std::int64_t>(array->data.size());
  const bool had_some = budget.left >= 0;
  budget.left -= count;
  if (budget.left >= 0) return array;
  if (had_some) errors.add(node, fmt::format("the cases have more than {} numbers together", kMaxNumbers));
  return std::nullopt;
}

}  // namespace grader

#include "grader/cases/value_reader.h"

#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>

#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

template <class T>
std::optional<Value> as_value(std::optional<T> read) {
  if (!read) return std::nullopt;
  return Value(*std::move(read));
}

}  // namespace

std::optional<NamedArrays> read_params(const YamlNode& node, YamlErrors& errors, NumberBudget& budget) {
  if (!node.is(YamlNode::Kind::kMap)) {
    expected("names with their tensors (a map)", node, errors);
    return std::nullopt;
  }
  NamedArrays arrays;
  bool ok = true;
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    std::optional<Array> array = read_tensor(node.items[i + 1], errors, budget);
    ok = ok && array.has_value();
    if (array) arrays.emplace_back(node.items[i].text, *std::move(array));
  }
  return ok ? std::optional(std::move(arrays)) : std::nullopt;
}

std::optional<Value> read_value(Type type, const YamlNode& node, YamlErrors& errors, NumberBudget& budget) {
  using Int = std::numeric_limits<std::int32_t>;
  switch (type) {
    case Type::kTensor:
      return as_value(read_tensor(node, errors, budget));
    case Type::kParams:
      return as_value(read_params(node, errors, budget));
    case Type::kInt:
      return as_value(read_int(node, Int::min(), Int::max(), errors));
    case Type::kDouble:
      return as_value(read_double(node, errors));
    case Type::kBool:
      return as_value(read_bool(node, errors));
    case Type::kString:
      return as_value(read_text(node, errors));
  }
  assert(false);
  return std::nullopt;
}

}  // namespace grader

#include "grader/cases/manifest_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/cases/axis_names.h"
#include "grader/cases/call_reader.h"
#include "grader/cases/cpp_names.h"
#include "grader/cases/manifest_text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::array kTypes{Type::kTensor, Type::kParams, Type::kInt,
                            Type::kDouble, Type::kBool,   Type::kString};

std::optional<Type> read_type(YamlMap& map, YamlErrors& errors) {
  const YamlNode* node = map.need("type");
  const std::optional<std::string> name = node == nullptr ? std::nullopt : read_text(*node, errors);
  if (!name) return std::nullopt;
  std::vector<std::string> known;
  for (const Type type : kTypes) {
    if (to_string(type) == *name) return type;
    known.emplace_back(to_string(type));
  }
  errors.add(*node, fmt::format("unknown type '{}': {}", shown_word(*name), advice(*name, known)));
  return std::nullopt;
}

Axes read_axes(const YamlNode& node, const Manifest& manifest, YamlErrors& errors) {
  Axes axes;
  for (const TextItem& item : read_axis_words(node, errors)) {
    const std::optional<AxisSize> size = parse_axis(item.text);
    if (!size)
      errors.add(*item.node,
                 fmt::format("'{}' is no size of an axis: use a letter, a whole number, or a product "
                             "like H*d",
                             shown_word(item.text)));
    else
      for (const std::string& letter : size->letters) check_letter(*item.node, letter, manifest, errors);
    axes.push_back(item.text);
  }
  return axes;
}

// A map of tensors must not look like a tensor itself; see tensor_reader.cpp.
std::string parameter_fault(const std::string& name) {
  constexpr std::array<std::string_view, 6> kTensorKeys{"shape", "data", "arange", "eye", "full", "uniform"};
  if (!is_identifier(name))
    return fmt::format("'{}' is no name of a parameter: use letters, digits and '_'", shown_word(name));
  if (std::find(kTensorKeys.begin(), kTensorKeys.end(), name) == kTensorKeys.end()) return "";
  return fmt::format("'{}' is a key of tensors in case files: choose another name", name);
}

class FunctionReader {
 public:
  FunctionReader(const Manifest& manifest, YamlErrors& errors) : manifest_(manifest), errors_(errors) {}

  Function read(const YamlNode& node) {
    Function function;
    YamlMap map(node, "a function", errors_);
    function.name = read_name(map, "function", lines_);
    if (const YamlNode* list = map.need("arguments")) read_arguments(*list, function);
    if (const YamlNode* result = map.need("result")) read_result(*result, function);
    if (const YamlNode* inverse = map.find("inverse_of"))
      function.inverse_of = read_text(*inverse, errors_).value_or("");
    if (const YamlNode* tolerance = map.find("tolerance"))
      function.tolerance = read_tolerance(*tolerance, errors_);
    if (const YamlNode* points = map.find("points")) function.points = read_points(*points);
    map.finish();
    return function;
  }

 private:
  std::string read_name(YamlMap& map, std::string_view what, std::map<std::string, int>& lines) {
    const YamlNode* node = map.need("name");
    const std::optional<std::string> name = node == nullptr ? std::nullopt : read_text(*node, errors_);
    if (!name) return "";
    if (std::string fault = identifier_fault(*name); !fault.empty()) errors_.add(*node, std::move(fault));
    const auto [first, is_new] = lines.emplace(*name, node->line);
    if (!is_new)
      errors_.add(*node, fmt::format("{} '{}' is there twice, first in line {}", what, *name, first->second));
    return *name;
  }

  double read_points(const YamlNode& node) {
    const std::optional<double> points = read_double(node, errors_);
    if (points && (!std::isfinite(*points) || *points < 0))
      errors_.add(node, fmt::format("expected points from 0, found '{}'", node.text));
    return points.value_or(0);
  }

  void read_arguments(const YamlNode& list, Function& function) {
    if (!list.is(YamlNode::Kind::kList)) return expected("a list of arguments", list, errors_);
    std::map<std::string, int> lines;
    for (const YamlNode& item : list.items) {
      YamlMap map(item, "an argument", errors_);
      if (map.is_map()) function.arguments.push_back(read_argument(map, lines));
    }
  }

  // Which of `axes`, `params` and `is` an argument has, its type decides.
  Argument read_argument(YamlMap& map, std::map<std::string, int>& lines) {
    Argument argument;
    argument.name = read_name(map, "argument", lines);
    const std::optional<Type> type = read_type(map, errors_);
    argument.type = type.value_or(Type::kTensor);
    const YamlNode* axes = type ? own_key(map, "axes", *type, Type::kTensor, true) : skip(map, "axes");
    const YamlNode* params = type ? own_key(map, "params", *type, Type::kParams, true) : skip(map, "params");
    const YamlNode* letter = type ? own_key(map, "is", *type, Type::kInt, false) : skip(map, "is");
    map.finish();
    if (axes != nullptr) argument.axes = read_axes(*axes, manifest_, errors_);
    if (params != nullptr) argument.params = read_params(*params);
    if (letter != nullptr) argument.letter = read_letter(*letter);
    return argument;
  }

  const YamlNode* skip(YamlMap& map, const char* key) {
    map.know(key);
    return nullptr;
  }

  const YamlNode* own_key(YamlMap& map, const char* key, Type type, Type owner, bool needed) {
    if (type == owner) return needed ? map.need(key) : map.find(key);
    if (map.has(key))
      errors_.add(map.key_node(key), fmt::format("'{}' is for the type {}, this one is {}", key,
                                                 to_string(owner), to_string(type)));
    return skip(map, key);
  }

  std::map<std::string, Axes> read_params(const YamlNode& node) {
    std::map<std::string, Axes> params;
    if (!node.is(YamlNode::Kind::kMap)) {
      expected("names with their axes (a map)", node, errors_);
      return params;
    }
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& name = node.items[i];
      if (std::string fault = parameter_fault(name.text); !fault.empty()) errors_.add(name, std::move(fault));
      params[name.text] = read_axes(node.items[i + 1], manifest_, errors_);
    }
    return params;
  }

  std::string read_letter(const YamlNode& node) {
    const std::optional<std::string> letter = read_text(node, errors_);
    if (letter) check_letter(node, *letter, manifest_, errors_);
    return letter.value_or("");
  }

  void read_result(const YamlNode& node, Function& function) {
    YamlMap map(node, "a result", errors_);
    const std::optional<Type> type = read_type(map, errors_);
    function.result = type.value_or(Type::kTensor);
    const YamlNode* axes = type ? own_key(map, "axes", *type, Type::kTensor, true) : skip(map, "axes");
    map.finish();
    if (axes != nullptr) function.result_axes = read_axes(*axes, manifest_, errors_);
  }

  const Manifest& manifest_;
  YamlErrors& errors_;
  std::map<std::string, int> lines_;
};

// What must hold for merge_heads(split_heads(x, …)) to be a call, and to be comparable with x.
std::string inverse_fault(const Function& inverse, const Manifest& manifest) {
  const int index = manifest.function_index(inverse.inverse_of);
  if (index < 0) return fmt::format("unknown function '{}'", shown_word(inverse.inverse_of));
  const Function& forward = manifest.functions[static_cast<std::size_t>(index)];
  const auto first = std::find_if(forward.arguments.begin(), forward.arguments.end(),
                                  [](const Argument& argument) { return argument.type == Type::kTensor; });
  if (inverse.arguments.size() != 1 || inverse.arguments[0].type != Type::kTensor)
    return fmt::format("{} must have one argument, a Tensor, to undo another function", inverse.name);
  if (first == forward.arguments.end())
    return fmt::format("{} has no Tensor that could come back", forward.name);
  if (forward.result != Type::kTensor)
    return fmt::format("{} gives a {}, expected a Tensor that can be undone", forward.name,
                       to_string(forward.result));
  if (inverse.arguments[0].axes != forward.result_axes)
    return fmt::format("{} takes [{}], {} gives [{}]", inverse.name,
                       fmt::join(inverse.arguments[0].axes, ", "), forward.name,
                       fmt::join(forward.result_axes, ", "));
  if (inverse.result != Type::kTensor || inverse.result_axes != first->axes)
    return fmt::format("{} gives [{}], {} takes [{}]", inverse.name, fmt::join(inverse.result_axes, ", "),
                       forward.name, fmt::join(first->axes, ", "));
  return "";
}

void check_inverses(const YamlNode& list, const Manifest& manifest, YamlErrors& errors) {
  for (std::size_t i = 0; i < manifest.functions.size(); ++i) {
    const Function& function = manifest.functions[i];
    if (function.inverse_of.empty()) continue;
    YamlMap map(list.items[i], "a function", errors);
    const YamlNode& place = *map.find("inverse_of");
    if (std::string fault = inverse_fault(function, manifest); !fault.empty())
      errors.add(place, std::move(fault));
    for (std::size_t other = 0; other < i; ++other)
      if (manifest.functions[other].inverse_of == function.inverse_of)
        errors.add(place, fmt::format("'{}' undoes {} already", manifest.functions[other].name,
                                      function.inverse_of));
  }
}

}  // namespace

void read_functions(YamlMap& map, Manifest& manifest, YamlErrors& errors) {
  const YamlNode* list = map.need("functions");
  if (list == nullptr) return;
  if (!list->is(YamlNode::Kind::kList) || list->items.empty())
    return errors.add(*list, "expected a list with at least one function");
  FunctionReader reader(manifest, errors);
  for (const YamlNode& item : list->items) manifest.functions.push_back(reader.read(item));
  check_inverses(*list, manifest, errors);
}

}  // namespace grader

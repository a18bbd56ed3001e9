#include "grader/model/value.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace grader {
namespace {

struct TypeNames {
  std::string_view manifest;
  std::string_view parameter;
  std::string_view result;
};

constexpr std::array<TypeNames, 6> kNames{{
    {"Tensor", "const kit::Tensor&", "kit::Tensor"},
    {"Params", "const kit::Params&", "kit::Params"},
    {"int", "int", "int"},
    {"double", "double", "double"},
    {"bool", "bool", "bool"},
    {"string", "const std::string&", "std::string"},
}};

const TypeNames& names(Type type) {
  return kNames.at(static_cast<std::size_t>(type));
}

struct Summary {
  std::string operator()(const Array& array) const { return "Tensor " + to_string(array.shape); }
  std::string operator()(const NamedArrays& arrays) const {
    std::string text;
    for (const auto& [name, array] : arrays)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, to_string(array.shape));
    return "Params {" + text + "}";
  }
  std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
  std::string operator()(double number) const { return number_text(number); }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return fmt::format("\"{}\"", text); }
};

}  // namespace

std::string_view to_string(Type type) {
  return names(type).manifest;
}
std::string_view parameter_type(Type type) {
  return names(type).parameter;
}
std::string_view result_type(Type type) {
  return names(type).result;
}

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

std::string to_string(const Shape& shape) {
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(shape, ", "));
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

std::string summary(const Value& value) {
  return std::visit(Summary{}, value);
}

}  // namespace grader

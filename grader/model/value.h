// The values that go into a function and come out of it, as the grader holds them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace grader {

using Shape = std::vector<std::int64_t>;

/// A tensor outside the kit: row-major, `data.size()` is the product of `shape` (1 for an empty shape).
struct Array {
  Shape shape;
  std::vector<double> data;

  bool operator==(const Array&) const = default;
};

/// A `kit::Params`: names with their tensors, in the order they were given.
using NamedArrays = std::vector<std::pair<std::string, Array>>;

/// In the order of Type.
using Value = std::variant<Array, NamedArrays, std::int64_t, double, bool, std::string>;

/// The types that a manifest can name: `Tensor`, `Params`, `int`, `double`, `bool`, `string`.
enum class Type { kTensor, kParams, kInt, kDouble, kBool, kString };

inline Type type_of(const Value& value) {
  return static_cast<Type>(value.index());
}
/// As a manifest spells it.
std::string_view to_string(Type type);
/// As a C++ signature spells it, for a parameter or a result: `const kit::Tensor&`, `kit::Tensor`, `int`, ….
std::string_view parameter_type(Type type);
std::string_view result_type(Type type);

/// Product of the sizes. REQUIRES: the product fits (the loader and the decoder see to it).
std::int64_t element_count(const Shape& shape);
/// `(2, 5, 12)`; `()` for a number, `(3,)` for one axis, as NumPy writes it.
std::string to_string(const Shape& shape);
/// The shortest decimal that reads back as the same double; `nan`, `inf`, `-inf`, `-0`.
std::string number_text(double value);
/// One line for a report: a tensor as `Tensor (2, 5, 12)`, other values written out.
std::string summary(const Value& value);

}  // namespace grader

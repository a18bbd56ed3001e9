#include "grader/judge/letters.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace grader {
namespace {

constexpr int kMaxDepth = 8;  // of derived letters that are made of derived letters

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

std::vector<std::string> factors_of(std::string_view product) {
  std::vector<std::string> factors;
  for (;;) {
    const auto star = product.find('*');
    factors.push_back(trimmed(product.substr(0, star)));
    if (star == std::string_view::npos) return factors;
    product.remove_prefix(star + 1);
  }
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> size_of(std::string_view axis, const Sizes& sizes, const Manifest& manifest,
                                    int depth) {
  std::int64_t product = 1;
  for (const std::string& factor : factors_of(axis)) {
    const auto known = sizes.find(factor);
    const auto derived = manifest.derived.find(factor);
    std::optional<std::int64_t> size = whole_number(factor);
    if (known != sizes.end()) size = known->second;
    if (!size && derived != manifest.derived.end() && depth > 0)
      size = size_of(derived->second, sizes, manifest, depth - 1);
    if (!size || __builtin_mul_overflow(product, *size, &product)) return std::nullopt;
  }
  return product;
}

void bind_axes(const Axes& axes, const Shape& shape, Sizes& sizes) {
  for (std::size_t i = 0; i < std::min(axes.size(), shape.size()); ++i)
    if (!whole_number(axes[i]) && axes[i].find('*') == std::string::npos) sizes.emplace(axes[i], shape[i]);
}

void bind_argument(const Argument& argument, const Value& value, Sizes& sizes) {
  if (const auto* array = std::get_if<Array>(&value)) bind_axes(argument.axes, array->shape, sizes);
  if (const auto* number = std::get_if<std::int64_t>(&value))
    if (!argument.letter.empty()) sizes.emplace(argument.letter, *number);
  if (const auto* arrays = std::get_if<NamedArrays>(&value))
    for (const auto& [name, array] : *arrays) {
      const auto axes = argument.params.find(name);
      if (axes != argument.params.end()) bind_axes(axes->second, array.shape, sizes);
    }
}

// D = H*d: with D and all factors but one known, the one is D divided by the others.
void solve(const std::string& letter, const std::string& product, Sizes& sizes) {
  const auto whole = sizes.find(letter);
  if (whole == sizes.end()) return;
  std::int64_t rest = whole->second;
  std::string unknown;
  for (const std::string& factor : factors_of(product)) {
    const auto known = sizes.find(factor);
    const auto number = known != sizes.end() ? known->second : whole_number(factor).value_or(0);
    if (number <= 0 && (!unknown.empty() || known != sizes.end())) return;
    if (number <= 0) unknown = factor;
    if (number > 0 && rest % number != 0) return;
    if (number > 0) rest /= number;
  }
  if (!unknown.empty()) sizes.emplace(unknown, rest);
}

}  // namespace

std::optional<std::int64_t> axis_size(std::string_view axis, const Sizes& sizes, const Manifest& manifest) {
  return size_of(axis, sizes, manifest, kMaxDepth);
}

std::optional<Shape> shape_of(const Axes& axes, const Sizes& sizes, const Manifest& manifest) {
  Shape shape;
  for (const std::string& axis : axes) {
    const auto size = axis_size(axis, sizes, manifest);
    if (!size) return std::nullopt;
    shape.push_back(*size);
  }
  return shape;
}

Sizes bind_sizes(const Function& function, const std::vector<Value>& arguments, const Manifest& manifest) {
  Sizes sizes;
  for (std::size_t i = 0; i < std::min(arguments.size(), function.arguments.size()); ++i)
    bind_argument(function.arguments[i], arguments[i], sizes);
  for (const auto& [letter, product] : manifest.derived) solve(letter, product, sizes);
  for (const auto& [letter, product] : manifest.derived)
    if (const auto size = axis_size(product, sizes, manifest)) sizes.emplace(letter, *size);
  return sizes;
}

int axis_of(const Axes& axes, std::string_view letter) {
  if (std::count(axes.begin(), axes.end(), letter) != 1) return -1;
  return static_cast<int>(std::find(axes.begin(), axes.end(), letter) - axes.begin());
}

std::string noun_of(const Manifest& manifest, const std::string& letter) {
  const auto found = manifest.letters.find(letter);
  return found == manifest.letters.end() ? "" : found->second;
}

std::string plural(const std::string& noun, std::int64_t count) {
  if (count == 1) return noun;
  const auto space = std::min(noun.find(' '), noun.size());
  return noun.substr(0, space) + "s" + noun.substr(space);
}

std::string noun_at(const std::string& noun, const std::string& which) {
  const auto space = std::min(noun.find(' '), noun.size());
  return noun.substr(0, space) + " " + which + noun.substr(space);
}

}  // namespace grader

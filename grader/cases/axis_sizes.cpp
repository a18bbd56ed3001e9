#include "grader/cases/axis_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "grader/model/value.h"

namespace grader {
namespace {

constexpr const char* kRefused = ": a call that must be refused needs 'throws'";
constexpr std::int64_t kTooLarge = 1LL << 31U;  // above every size that a tensor can have

AxisSize parsed(const std::string& axis) {
  std::optional<AxisSize> size = parse_axis(axis);
  assert(size.has_value());  // the manifest's loader let it through
  return *std::move(size);
}

bool is_letter(const AxisSize& size) {
  return size.letters.size() == 1 && size.number == 1;
}

std::string product_text(const AxisSize& size) {
  std::string text = size.number == 1 && !size.letters.empty() ? "" : fmt::format("{}", size.number);
  for (const std::string& letter : size.letters) text += (text.empty() ? "" : "*") + letter;
  return text;
}

}  // namespace

void AxisSizes::add_tensor(const std::string& what, const YamlNode& node, const Axes& axes,
                           const Shape& shape) {
  if (axes.size() != shape.size()) {
    errors_.add(node, fmt::format("'{}' has the shape {}, the manifest has its axes as [{}]", what,
                                  to_string(shape), fmt::join(axes, ", ")));
    agree_ = false;
    return;
  }
  for (std::size_t i = 0; i < axes.size(); ++i)
    facts_.push_back({"", shape[i], parsed(axes[i]), fmt::format("axis {} of '{}'", i, what), &node});
}

void AxisSizes::add_size(const std::string& what, const YamlNode& node, const std::string& letter,
                         std::int64_t size) {
  if (size < 0)
    errors_.add(node,
                fmt::format("'{}' is the size {}, which can not be {}{}", what, letter, size, kRefused));
  agree_ = agree_ && size >= 0;
  facts_.push_back({"", size, AxisSize{{letter}, 1}, fmt::format("'{}'", what), &node});
}

void AxisSizes::bind(const std::string& letter, const Equation& fact) {
  const auto [entry, is_new] = known_.emplace(letter, Known{fact.value, fact.what, fact.node});
  const Known& before = entry->second;
  if (is_new || before.value == fact.value) return;
  errors_.add(*fact.node, fmt::format("sizes disagree: {} gives {} = {}, {} in line {} gives {}", fact.what,
                                      letter, fact.value, before.what, before.node->line, before.value));
  agree_ = false;
}

AxisSizes::Product AxisSizes::multiply(const AxisSize& size) const {
  Product product{.value = size.number, .unknown = {}};
  for (const std::string& letter : size.letters) {
    if (const auto known = size_of(letter))
      product.value = std::min(product.value * std::min(*known, kTooLarge), kTooLarge);
    else
      product.unknown.push_back(letter);
  }
  return product;
}

// The axes that are products, and the derived letters whose size a tensor gives.
std::vector<AxisSizes::Equation> AxisSizes::equations() const {
  std::vector<Equation> all;
  for (const Equation& fact : facts_)
    if (!is_letter(fact.product)) all.push_back(fact);
  for (const auto& [letter, axis] : manifest_.derived) {
    const auto entry = known_.find(letter);
    if (entry == known_.end() || entry->second.node == nullptr) continue;
    const Known& known = entry->second;
    all.push_back({letter, known.value, parsed(axis), known.what, known.node});
  }
  return all;
}

// Finds the one letter of a product that is not known yet.
bool AxisSizes::deduce(const Equation& equation) {
  const Product product = multiply(equation.product);
  if (product.unknown.size() != 1 || product.value == 0 || equation.value % product.value != 0) return false;
  known_[product.unknown[0]] = {equation.value / product.value, equation.what, nullptr};
  return true;
}

// Finds a derived letter whose product is known.
bool AxisSizes::deduce_derived() {
  bool found = false;
  for (const auto& [letter, axis] : manifest_.derived) {
    const Product product = multiply(parsed(axis));
    if (size_of(letter) || !product.unknown.empty()) continue;
    known_[letter] = {product.value, axis, nullptr};
    found = true;
  }
  return found;
}

std::string AxisSizes::known_text(const AxisSize& size) const {
  std::string text;
  for (const std::string& letter : size.letters)
    if (const auto known = size_of(letter))
      text += fmt::format("{}{} = {}", text.empty() ? " with " : ", ", letter, *known);
  return text;
}

void AxisSizes::check(const Equation& equation) {
  const Product product = multiply(equation.product);
  const bool holds =
      product.unknown.empty() ? product.value == equation.value : product.value == 0 && equation.value == 0;
  if (holds || product.unknown.size() > 1) return;
  if (equation.product.letters.empty()) {
    errors_.add(*equation.node, fmt::format("{} is {}, the manifest has {}", equation.what, equation.value,
                                            equation.product.number));
    return;
  }
  const std::string name = equation.letter.empty() ? "" : equation.letter + " = ";
  const std::string text = product_text(equation.product);
  const std::string but = product.unknown.empty() ? fmt::format("{} is {}", text, product.value)
                                                  : fmt::format("no {} is {}", text, equation.value);
  errors_.add(*equation.node,
              fmt::format("sizes disagree: {} gives {}{}, but {}{}{}", equation.what, name, equation.value,
                          but, known_text(equation.product), product.unknown.empty() ? "" : kRefused));
}

void AxisSizes::solve() {
  for (const Equation& fact : facts_)
    if (is_letter(fact.product)) bind(fact.product.letters[0], fact);
  if (!agree_) return;
  bool found = true;
  while (found) {
    found = deduce_derived();
    for (const Equation& equation : equations()) found = deduce(equation) || found;
  }
  for (const Equation& equation : equations()) check(equation);
}

std::optional<std::int64_t> AxisSizes::size_of(const std::string& letter) const {
  const auto entry = known_.find(letter);
  return entry == known_.end() ? std::nullopt : std::optional(entry->second.value);
}

}  // namespace grader

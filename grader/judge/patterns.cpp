#include "grader/judge/patterns.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/letters.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

constexpr std::size_t kMaxSentences = 3;
constexpr std::size_t kMaxNumbers = std::size_t{1} << 17U;  // some patterns try every order of axes

const std::vector<Pattern> kPatterns{
    {"not_finite", not_finite, true},
    {"one_number", one_number, true},
    {"other_shape", other_shape, true},
    {"is_an_input", is_an_input, true},
    {"input_in_order", input_in_order, false},
    {"last_axes_exchanged", last_axes_exchanged, true},
    {"other_axis_order", other_axis_order, true},
    {"by_a_factor", by_a_factor, true},
    {"by_a_constant", by_a_constant, true},
    {"by_an_input", by_an_input, true},
    {"same_difference", same_difference, true},
    {"decimals_cut", decimals_cut, true},
    {"few_digits", few_digits, true},
    {"reordered", reordered, true},
    {"moved", moved, true},
    {"all_alike", all_alike, false},
    {"zero_slices", zero_slices, false},
    {"wrong_positions", wrong_positions, false},
    {"other_order", other_order, true},
};

void add_inputs(const Argument& argument, const Value& value, Wrong& wrong) {
  if (const auto* array = std::get_if<Array>(&value)) {
    wrong.input_names.push_back(argument.name);
    wrong.inputs.push_back(array);
  }
  if (const auto* arrays = std::get_if<NamedArrays>(&value))
    for (const auto& [name, array] : *arrays) {
      wrong.input_names.push_back(fmt::format("{}[\"{}\"]", argument.name, name));
      wrong.inputs.push_back(&array);
    }
}

}  // namespace

const std::vector<Pattern>& all_patterns() {
  return kPatterns;
}

Wrong make_wrong(const Array& expected, const Array& got, const Tolerance& tolerance,
                 const Function& function, const std::vector<Value>& arguments, const Manifest& manifest) {
  Wrong wrong{.expected = expected,
              .got = got,
              .tolerance = tolerance,
              .axes = {},
              .nouns = std::vector<std::string>(expected.shape.size()),
              .input_names = {},
              .inputs = {}};
  if (function.result_axes.size() == expected.shape.size()) wrong.axes = function.result_axes;
  for (std::size_t i = 0; i < wrong.axes.size(); ++i) wrong.nouns[i] = noun_of(manifest, wrong.axes[i]);
  for (std::size_t i = 0; i < std::min(arguments.size(), function.arguments.size()); ++i)
    add_inputs(function.arguments[i], arguments[i], wrong);
  return wrong;
}

std::vector<std::string> find_patterns(const Wrong& wrong) {
  std::vector<std::string> sentences;
  const std::size_t size = std::max(wrong.expected.data.size(), wrong.got.data.size());
  if (wrong.expected.data.empty() || wrong.got.data.empty() || size > kMaxNumbers) return sentences;
  for (const Pattern& pattern : kPatterns) {
    std::string sentence = pattern.find(wrong);
    if (sentence.empty()) continue;
    sentences.push_back(std::move(sentence));
    if (pattern.explains_all || sentences.size() == kMaxSentences) break;
  }
  return sentences;
}

}  // namespace grader

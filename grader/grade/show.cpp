#include "grader/grade/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "grader/base/text.h"

namespace grader {
namespace {

// Writes array[offset...] with `axis` as the outermost bracket.
class ArrayWriter {
 public:
  ArrayWriter(const Array& array, int width) : array_(array), width_(width) {}

  std::string one_line(std::size_t axis, std::size_t offset) const {
    if (axis == array_.shape.size()) return number_text(array_.data[offset]);
    std::string text = "[";
    for (std::int64_t i = 0; i < array_.shape[axis]; ++i)
      text += (i > 0 ? ", " : "") + one_line(axis + 1, offset + static_cast<std::size_t>(i) * stride(axis));
    return text + "]";
  }

  std::string block(std::size_t axis, std::size_t offset, int indent) const {
    if (fits(axis, offset, indent)) return one_line(axis, offset);
    std::string text = "[";
    for (std::int64_t i = 0; i < array_.shape[axis]; ++i) {
      if (i > 0) text += ",\n" + std::string(static_cast<std::size_t>(indent + 1), ' ');
      text += block(axis + 1, offset + static_cast<std::size_t>(i) * stride(axis), indent + 1);
    }
    return text + "]";
  }

 private:
  bool fits(std::size_t axis, std::size_t offset, int indent) const {
    if (axis + 1 >= array_.shape.size()) return true;
    if (stride(axis) * static_cast<std::size_t>(array_.shape[axis]) > 64) return false;
    return indent + static_cast<int>(one_line(axis, offset).size()) <= width_;
  }

  std::size_t stride(std::size_t axis) const {
    std::size_t numbers = 1;
    for (std::size_t i = axis + 1; i < array_.shape.size(); ++i)
      numbers *= static_cast<std::size_t>(array_.shape[i]);
    return numbers;
  }

  const Array& array_;
  int width_;
};

std::string keep_lines(const std::string& text, int indent, int max_lines) {
  const std::vector<std::string> lines = split_lines(text);
  const auto most = static_cast<std::size_t>(max_lines);
  if (lines.size() <= most) return text;
  std::string kept;
  for (std::size_t i = 0; i < most; ++i) kept += lines[i] + "\n";
  return kept + fmt::format("{}… ({} lines more)", std::string(static_cast<std::size_t>(indent), ' '),
                            lines.size() - most);
}

std::string value_text(const Value& value, int indent) {
  if (const auto* array = std::get_if<Array>(&value)) return array_text(*array, indent);
  const auto* named = std::get_if<NamedArrays>(&value);
  if (named == nullptr) return summary(value);
  std::string text;
  for (const auto& [name, array] : *named) {
    const std::string start = fmt::format("\n    {}{} = ", name, to_string(array.shape));
    text += start + array_text(array, static_cast<int>(start.size()) - 1);
  }
  return text;
}

std::string named_value(std::string_view name, const Value& value) {
  const auto* array = std::get_if<Array>(&value);
  const std::string start = array == nullptr ? fmt::format("  {} = ", name)
                                             : fmt::format("  {} {} = ", name, to_string(array->shape));
  return start + value_text(value, static_cast<int>(start.size())) + "\n";
}

std::string step_text(const Step& step, const Function& function) {
  std::string text;
  for (std::size_t i = 0; i < step.arguments.size(); ++i)
    text += named_value(function.arguments[i].name, step.arguments[i]);
  if (!step.throws.empty()) return text + fmt::format("  must throw {}\n", step.throws);
  if (!step.expect) return text;
  return text +
         named_value(step.expect_from_reference ? "expected (the reference's)" : "expected", *step.expect);
}

}  // namespace

std::string array_text(const Array& array, int indent, int max_lines, int width) {
  if (array.data.empty()) return fmt::format("(no numbers, shape {})", to_string(array.shape));
  return keep_lines(ArrayWriter(array, width).block(0, 0, indent), indent, max_lines);
}

std::string show_case(const Case& a_case, const Manifest& manifest) {
  const Function& function = manifest.functions[static_cast<std::size_t>(a_case.function)];
  std::string text = fmt::format("{}: {} of {}{}\n", a_case.name, to_string(a_case.kind), function.name,
                                 a_case.hidden ? ", hidden: its numbers are not shown" : "");
  if (a_case.hidden) return text;
  if (!a_case.why.empty()) text += fmt::format("  {}\n", clean_line(a_case.why));
  int call = 0;
  for (const Step& step : a_case.steps) {
    if (a_case.steps.size() > 1) text += fmt::format("call {}:\n", ++call);
    text += step_text(step, function);
  }
  return text + fmt::format("in {}:{}\n", clean_line(a_case.place.path), a_case.place.line);
}

std::string list_cases(const std::vector<Case>& cases, const Manifest& manifest) {
  std::size_t name_width = 4;
  for (const Case& a_case : cases) name_width = std::max(name_width, a_case.name.size());
  std::string text;
  for (const Case& a_case : cases)
    text += fmt::format("{:{}}  {:11} {:19} {:>3}  {}\n", a_case.name, name_width,
                        manifest.functions[static_cast<std::size_t>(a_case.function)].name,
                        to_string(a_case.kind), number_text(a_case.points),
                        a_case.hidden ? "hidden" : clean_line(a_case.why));
  return text;
}

}  // namespace grader

#include "grader/cases/yaml_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::size_t kWidth = 124;

std::string spaces(std::size_t count) {
  return std::string(count, ' ');
}

/// Writes one tensor as a nested list.
class ListWriter {
 public:
  ListWriter(const Array& array, std::size_t col)
      : array_(array),
        row_size_(static_cast<std::size_t>(array.shape.back())),
        col_(col),
        widths_(row_size_) {
    for (std::size_t i = 0; i < array.data.size(); ++i) {
      cells_.push_back(yaml_number(array.data[i]));
      widths_[i % row_size_] = std::max(widths_[i % row_size_], cells_.back().size());
    }
  }

  std::string write() const {
    std::string text;
    for (std::size_t row = 0; row * row_size_ < cells_.size(); ++row) text += row_text(row);
    return text;
  }

 private:
  std::size_t rank() const { return array_.shape.size(); }

  // Of the lists around a row, how many begin with it, or end; the row's own among them.
  std::size_t bounds(std::size_t row, bool end) const {
    std::size_t count = 1;
    for (std::size_t axis = rank() - 1; axis-- > 0; ++count) {
      const auto size = static_cast<std::size_t>(array_.shape[axis]);
      if (row % size != (end ? size - 1 : 0)) return count;
      row /= size;
    }
    return count;
  }

  std::string row_text(std::size_t row) const {
    const std::size_t opened = bounds(row, false);
    const std::size_t closed = bounds(row, true);
    const std::string begin = row == 0 ? "" : spaces(col_ + rank() - opened);
    const std::string end = closed == rank() ? "" : ",\n";
    return begin + std::string(opened, '[') + cells_text(row) + std::string(closed, ']') + end;
  }

  // A row that is too wide goes on in lines with as many numbers each.
  std::string cells_text(std::size_t row) const {
    std::size_t width = col_ + rank() + 1;
    for (const std::size_t cell : widths_) width += cell + 2;
    const std::size_t room = kWidth > col_ + rank() ? kWidth - col_ - rank() : 1;
    const std::size_t lines = width <= kWidth ? 1 : std::min(row_size_, width / room + 1);
    const std::size_t per_line = (row_size_ + lines - 1) / lines;
    std::string text;
    for (std::size_t i = 0; i < row_size_; ++i) {
      const std::string& cell = cells_[row * row_size_ + i];
      if (i > 0) text += i % per_line == 0 ? ",\n" + spaces(col_ + rank()) : ", ";
      text += spaces(widths_[i] - cell.size()) + cell;
    }
    return text;
  }

  const Array& array_;
  std::size_t row_size_;
  std::size_t col_;
  std::vector<std::string> cells_;
  std::vector<std::size_t> widths_;
};

std::string tensor_text(const Array& array, std::size_t col) {
  if (array.shape.empty()) return yaml_number(array.data.at(0));
  if (array.data.empty()) return fmt::format("{{shape: [{}], data: []}}", fmt::join(array.shape, ", "));
  return ListWriter(array, col).write();
}

// In double quotes, with the escapes that YAML shares with JSON.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (byte < 0x20 || byte == 0x7F)
      out += fmt::format("\\x{:02X}", byte);
    else
      out += c;
  }
  return out + '"';
}

struct ValueWriter {
  std::size_t col;

  std::string operator()(const Array& array) const { return tensor_text(array, col); }
  std::string operator()(const NamedArrays& arrays) const {
    std::string text;
    for (const auto& [name, array] : arrays) {
      const std::string head = spaces(col) + name + ": ";
      text += '\n' + head + tensor_text(array, head.size());
    }
    return arrays.empty() ? "{}" : text;
  }
  std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
  std::string operator()(double number) const { return yaml_number(number); }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return in_quotes(text); }
};

std::string entry(std::size_t indent, std::string_view key, const Value& value) {
  const std::string head = fmt::format("{}{}: ", spaces(indent), key);
  const bool own_lines = std::holds_alternative<NamedArrays>(value) && !std::get<NamedArrays>(value).empty();
  if (own_lines)
    return fmt::format("{}{}:{}\n", spaces(indent), key, yaml_value(value, static_cast<int>(indent) + 2));
  return head + yaml_value(value, static_cast<int>(head.size())) + '\n';
}

std::string tolerance_text(const Tolerance& tolerance) {
  if (tolerance.rtol == 0 && tolerance.atol == 0.0) return "exact";
  const std::string rtol = yaml_number(tolerance.rtol);
  if (!tolerance.atol) return fmt::format("{{rtol: {}}}", rtol);
  return fmt::format("{{rtol: {}, atol: {}}}", rtol, yaml_number(*tolerance.atol));
}

bool same(const Tolerance& a, const Tolerance& b) {
  return a.rtol == b.rtol && a.atol == b.atol;
}

std::string args_text(const Step& step, const Function& function, std::size_t indent) {
  std::string text = spaces(indent) + "args:\n";
  for (std::size_t i = 0; i < step.arguments.size(); ++i)
    text += entry(indent + 2, function.arguments[i].name, step.arguments[i]);
  return text;
}

std::string call_text(const Step& step, const Function& function, std::size_t indent) {
  std::string text = args_text(step, function, indent);
  if (!step.throws.empty()) return text + fmt::format("{}throws: {}\n", spaces(indent), step.throws);
  if (step.expect) text += entry(indent, "expect", *step.expect);
  if (!same(step.tolerance, function.tolerance))
    text += fmt::format("{}tolerance: {}\n", spaces(indent), tolerance_text(step.tolerance));
  return text;
}

std::string steps_text(const Case& a_case, const Function& function) {
  std::string text = "    sequence:\n";
  for (const Step& step : a_case.steps) {
    std::string call = call_text(step, function, 8);
    call[6] = '-';
    text += call;
  }
  return text;
}

std::string body_text(const Case& a_case, const Function& function) {
  switch (a_case.kind) {
    case CaseKind::kValues:
    case CaseKind::kThrows:
      return call_text(a_case.steps.at(0), function, 4);
    case CaseKind::kSequence:
      return steps_text(a_case, function);
    default:
      break;
  }
  std::string text = fmt::format("    property: {}\n", to_string(a_case.kind));
  return a_case.steps.empty() ? text : text + args_text(a_case.steps[0], function, 4);
}

bool may_be_plain(std::string_view text) {
  const bool plain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.()=/-") ==
      std::string_view::npos;
  const bool begins =
      !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  return plain && begins && text.back() != ' ' && read_scalar(text).kind == ScalarReading::Kind::kText &&
         text != "null" && text != "Null" && text != "NULL";
}

}  // namespace

std::string yaml_number(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  return value == 0 && std::signbit(value) ? "-0.0" : number_text(value);
}

std::string yaml_value(const Value& value, int col) {
  return std::visit(ValueWriter{static_cast<std::size_t>(col)}, value);
}

std::string yaml_case(const Case& a_case, const Manifest& manifest) {
  const Function& function = manifest.functions[static_cast<std::size_t>(a_case.function)];
  std::string text = fmt::format("  - name: {}\n", a_case.name);
  if (!a_case.why.empty())
    text += fmt::format("    why: {}\n", may_be_plain(a_case.why) ? a_case.why : in_quotes(a_case.why));
  if (a_case.points != 1) text += fmt::format("    points: {}\n", yaml_number(a_case.points));
  if (a_case.time_limit) text += fmt::format("    time_limit_ms: {}\n", a_case.time_limit->count());
  return text + body_text(a_case, function);
}

}  // namespace grader

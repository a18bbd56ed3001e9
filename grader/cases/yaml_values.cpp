#include "grader/cases/yaml_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "grader/base/text.h"
#include "grader/cases/yaml_map.h"

namespace grader {
namespace {

using Kind = ScalarReading::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string shown(std::string_view word) {
  return cut_text(clean_line(word), 60);
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::string_view without_sign(std::string_view word) {
  return word.starts_with('+') || word.starts_with('-') ? word.substr(1) : word;
}

ScalarReading refused(std::string why) {
  ScalarReading reading;
  reading.kind = Kind::kRefused;
  reading.refusal = std::move(why);
  return reading;
}

ScalarReading number(Kind kind, double value) {
  ScalarReading reading;
  reading.kind = kind;
  reading.number = value;
  return reading;
}

struct Digits {
  std::string_view whole;
  std::string_view fraction;
  bool has_point = false;
  bool has_exponent = false;
};

std::string_view take_digits(std::string_view& rest) {
  std::size_t count = 0;
  while (count < rest.size() && is_digit(rest[count])) ++count;
  const std::string_view digits = rest.substr(0, count);
  rest.remove_prefix(count);
  return digits;
}

// The decimal numbers of YAML 1.2's core schema, leading zeros included.
std::optional<Digits> parse_decimal(std::string_view word) {
  std::string_view rest = without_sign(word);
  Digits digits;
  digits.whole = take_digits(rest);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    digits.has_point = true;
    digits.fraction = take_digits(rest);
  }
  if (digits.whole.empty() && digits.fraction.empty()) return std::nullopt;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest = without_sign(rest.substr(1));
    digits.has_exponent = true;
    if (take_digits(rest).empty()) return std::nullopt;
  }
  return rest.empty() ? std::optional(digits) : std::nullopt;
}

bool has_nonzero_digit(std::string_view digits) {
  return digits.find_first_of("123456789") != std::string_view::npos;
}

ScalarReading read_decimal(std::string_view word, const Digits& digits) {
  if (digits.whole.size() > 1 && digits.whole[0] == '0')
    return refused(
        fmt::format("'{}' begins with 0, which some take for octal: leave the 0 out", shown(word)));
  const std::string_view unsigned_word = word.starts_with('+') ? word.substr(1) : word;
  double value = 0;
  const char* const end = unsigned_word.data() + unsigned_word.size();
  const auto result = std::from_chars(unsigned_word.data(), end, value);
  const bool is_zero = !has_nonzero_digit(digits.whole) && !has_nonzero_digit(digits.fraction);
  if (!is_zero && (result.ec == std::errc::result_out_of_range || std::isinf(value) || value == 0))
    return refused(fmt::format("'{}' is not within the range of a double", shown(word)));
  if (is_zero) value = word.starts_with('-') ? -0.0 : 0.0;
  return number(digits.has_point || digits.has_exponent ? Kind::kFloat : Kind::kInt, value);
}

// Spellings of other readers of YAML, and of other languages, for what is written `.inf` or `.nan` here.
std::string special_spelling(std::string_view word) {
  const std::string name = lower(without_sign(word));
  const std::string_view sign = word.starts_with('-') ? "-" : "";
  if (name == ".inf" || name == "inf" || name == "infinity") return fmt::format("{}.inf", sign);
  return name == ".nan" || name == "nan" ? ".nan" : "";
}

ScalarReading read_special(std::string_view word, const std::string& spelling) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (word != spelling && word != "+.inf")
    return refused(fmt::format("'{}': write {}", shown(word), spelling));
  if (spelling == ".nan") return number(Kind::kFloat, std::numeric_limits<double>::quiet_NaN());
  return number(Kind::kFloat, spelling == "-.inf" ? -kInfinity : kInfinity);
}

// Numbers that are none in YAML 1.2's core schema or differ between its versions: 0x10, 0o7, 0b1, 1_000.
std::string other_number(std::string_view word) {
  const std::string_view rest = without_sign(word);
  if (rest.empty() || !is_digit(rest[0])) return "";
  const std::string prefix = lower(rest.substr(0, 2));
  if (prefix == "0x" || prefix == "0o" || prefix == "0b")
    return fmt::format("'{}' is not decimal: write numbers in decimal", shown(word));
  const bool grouped = rest.find('_') != std::string_view::npos &&
                       rest.find_first_not_of("0123456789_.eE+-") == std::string_view::npos;
  return grouped ? fmt::format("'{}' has a '_': write the digits without", shown(word)) : "";
}

// Words for true and false in YAML 1.1, in any spelling.
bool is_yes_or_no(std::string_view word) {
  constexpr std::array<std::string_view, 6> kWords{"true", "false", "yes", "no", "on", "off"};
  return std::find(kWords.begin(), kWords.end(), lower(word)) != kWords.end();
}

ScalarReading read_flag(std::string_view word) {
  if (word != "true" && word != "false")
    return refused(
        fmt::format("'{}' means true or false to some readers of YAML: write true or false", shown(word)));
  ScalarReading reading;
  reading.kind = Kind::kBool;
  reading.flag = word == "true";
  return reading;
}

// A plain word, or an error with what was wanted instead.
std::optional<ScalarReading> read_plain(std::string_view wanted, const YamlNode& node, YamlErrors& errors) {
  if (!node.is(YamlNode::Kind::kText)) {
    expected(wanted, node, errors);
    return std::nullopt;
  }
  ScalarReading reading = read_scalar(node.text);
  if (!node.plain && reading.kind != Kind::kText) {
    errors.add(node, fmt::format("expected {}, found text in quotes: leave the quotes out", wanted));
    return std::nullopt;
  }
  return reading;
}

void wrong(std::string_view wanted, const YamlNode& node, const ScalarReading& reading, YamlErrors& errors) {
  if (reading.kind == Kind::kRefused)
    errors.add(node, reading.refusal);
  else
    expected(wanted, node, errors);
}

}  // namespace

ScalarReading read_scalar(std::string_view word) {
  if (const auto digits = parse_decimal(word)) return read_decimal(word, *digits);
  if (const std::string spelling = special_spelling(word); !spelling.empty())
    return read_special(word, spelling);
  if (std::string why = other_number(word); !why.empty()) return refused(std::move(why));
  if (is_yes_or_no(word)) return read_flag(word);
  return {};
}

std::optional<double> read_double(const YamlNode& node, YamlErrors& errors) {
  constexpr std::string_view kWanted = "a number";
  const auto reading = read_plain(kWanted, node, errors);
  if (!reading) return std::nullopt;
  if (reading->kind == Kind::kInt || reading->kind == Kind::kFloat) return reading->number;
  wrong(kWanted, node, *reading, errors);
  return std::nullopt;
}

std::optional<std::int64_t> read_int(const YamlNode& node, std::int64_t low, std::int64_t high,
                                     YamlErrors& errors) {
  constexpr std::string_view kWanted = "a whole number";
  const auto reading = read_plain(kWanted, node, errors);
  if (!reading) return std::nullopt;
  if (reading->kind == Kind::kFloat) {
    errors.add(node, fmt::format("expected a whole number, found '{}': write it without '.' and 'e'",
                                 shown(node.text)));
    return std::nullopt;
  }
  if (reading->kind != Kind::kInt) {
    wrong(kWanted, node, *reading, errors);
    return std::nullopt;
  }
  const std::string_view word =
      node.text.starts_with('+') ? std::string_view(node.text).substr(1) : node.text;
  std::int64_t value = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ec == std::errc() && value >= low && value <= high) return value;
  errors.add(node, fmt::format("'{}' is not between {} and {}", shown(node.text), low, high));
  return std::nullopt;
}

std::optional<bool> read_bool(const YamlNode& node, YamlErrors& errors) {
  constexpr std::string_view kWanted = "true or false";
  const auto reading = read_plain(kWanted, node, errors);
  if (!reading) return std::nullopt;
  if (reading->kind == Kind::kBool) return reading->flag;
  wrong(kWanted, node, *reading, errors);
  return std::nullopt;
}

std::optional<std::string> read_text(const YamlNode& node, YamlErrors& errors) {
  if (!node.is(YamlNode::Kind::kText)) {
    expected("a text", node, errors);
    return std::nullopt;
  }
  if (!node.plain || read_scalar(node.text).kind == Kind::kText) return node.text;
  errors.add(node,
             fmt::format("expected a text, found '{}': put it in quotes to make it one", shown(node.text)));
  return std::nullopt;
}

std::string read_line(const YamlNode* node, YamlErrors& errors) {
  const std::optional<std::string> text = node == nullptr ? std::nullopt : read_text(*node, errors);
  if (!text) return "";
  if (text->empty() || text->find('\n') != std::string::npos) errors.add(*node, "expected one line of text");
  return *text;
}

}  // namespace grader

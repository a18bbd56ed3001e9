// Single values of a YAML file: each spelling is one exact value or one exact error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"

namespace grader {

/// What a plain word is, by the strict reading of YAML 1.2's core schema that cases/README.md has as a table.
struct ScalarReading {
  enum class Kind { kText, kInt, kFloat, kBool, kRefused };
  Kind kind = Kind::kText;
  double number = 0;    // kInt, kFloat
  bool flag = false;    // kBool
  std::string refusal;  // kRefused: why, and what to write instead
};
ScalarReading read_scalar(std::string_view word);

/// A number: `3`, `-0.5`, `1e-3`, `.inf`, `-.inf`, `.nan`. Nothing with an error for anything else.
std::optional<double> read_double(const YamlNode& node, YamlErrors& errors);

/// A whole number without `.` and `e`, from `low` to `high`.
std::optional<std::int64_t> read_int(const YamlNode& node, std::int64_t low, std::int64_t high,
                                     YamlErrors& errors);

/// `true` or `false`.
std::optional<bool> read_bool(const YamlNode& node, YamlErrors& errors);

/// Any text in quotes, or a plain one that no reader of YAML takes for a number, true, false or nothing.
std::optional<std::string> read_text(const YamlNode& node, YamlErrors& errors);

/// As read_text, and one line that is not empty: it stands in a line of a report. "" where there is no node.
std::string read_line(const YamlNode* node, YamlErrors& errors);

}  // namespace grader

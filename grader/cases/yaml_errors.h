// The errors of one YAML file, collected and put in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/cases/yaml_node.h"

namespace grader {

/// Keeps every error with its line of the file. The caller keeps `text` alive.
class YamlErrors {
 public:
  /// `text` is the file, `shown_path` stands in the messages.
  YamlErrors(std::string_view text, std::string shown_path);

  void add(int line, int col, std::string message);
  void add(const YamlNode& node, std::string message) { add(node.line, node.col, std::move(message)); }

  bool empty() const { return errors_.empty(); }
  Place place(const YamlNode& node) const { return {path_, node.line, node.col}; }
  const std::string& path() const { return path_; }

  /// All errors by line and column. Past kMaxShown, one line says how many more there are.
  Errors take();

  static constexpr std::size_t kMaxShown = 100;

 private:
  std::string_view line_text(int line) const;

  std::string_view text_;
  std::string path_;
  mutable std::vector<std::size_t> line_starts_;  // filled at the first error
  Errors errors_;
  std::size_t left_out_ = 0;
};

/// What stands there, for "expected …, found …": `a list`, `a map`, `nothing`, `'text'`.
std::string found_text(const YamlNode& node);

}  // namespace grader

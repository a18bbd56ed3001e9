#include "grader/cases/yaml_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/base/text.h"

namespace grader {
namespace {

constexpr std::size_t kMaxKept = 1000;
constexpr std::size_t kLongestLine = 10'000;  // a longer line is not shown

std::vector<std::size_t> starts_of_lines(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  return starts;
}

bool before(const Error& a, const Error& b) {
  return std::pair(a.place.line, a.place.col) < std::pair(b.place.line, b.place.col);
}

}  // namespace

YamlErrors::YamlErrors(std::string_view text, std::string shown_path)
    : text_(text), path_(std::move(shown_path)) {}

std::string_view YamlErrors::line_text(int line) const {
  if (line_starts_.empty()) line_starts_ = starts_of_lines(text_);
  const auto index = static_cast<std::size_t>(line - 1);
  if (line < 1 || index >= line_starts_.size()) return "";
  const std::size_t begin = line_starts_[index];
  std::string_view rest = text_.substr(begin, text_.find('\n', begin) - begin);
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest.size() > kLongestLine ? "" : rest;
}

void YamlErrors::add(int line, int col, std::string message) {
  if (errors_.size() == kMaxKept) {
    ++left_out_;
    return;
  }
  Error error{.message = std::move(message), .place = {path_, line, col}, .source_line = {}};
  error.source_line = line_text(line);
  errors_.push_back(std::move(error));
}

Errors YamlErrors::take() {
  std::stable_sort(errors_.begin(), errors_.end(), before);
  if (errors_.size() > kMaxShown) {
    const std::size_t more = errors_.size() - kMaxShown + left_out_;
    errors_.resize(kMaxShown);
    errors_.push_back({.message = fmt::format("{} more errors in this file", more),
                       .place = {path_, 0, 0},
                       .source_line = {}});
  }
  left_out_ = 0;
  return std::exchange(errors_, {});
}

std::string found_text(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
    case YamlNode::Kind::kText:
      return fmt::format("'{}'", cut_text(clean_line(node.text), 60));
    default:
      return "nothing";
  }
}

}  // namespace grader

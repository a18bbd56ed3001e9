#include "grader/cases/yaml_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/cases/yaml_text.h"

namespace grader {
namespace {

class Scanner {
 public:
  Scanner(std::string_view text, int max_depth) : text_(text), max_depth_(max_depth) {}

  YamlScan scan() {
    while (now_.at < text_.size() && !result_.too_deep) token();
    return std::move(result_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return now_.at + ahead < text_.size() ? text_[now_.at + ahead] : '\n';
  }

  void step() {
    const bool line_break = peek() == '\n';
    ++now_.at;
    now_.line += line_break ? 1 : 0;
    now_.col = line_break ? 1 : now_.col + 1;
  }

  bool blank_before() const {
    return now_.col == 1 || text_[now_.at - 1] == ' ' || text_[now_.at - 1] == '\t';
  }
  bool blank_after() const { return peek(1) == ' ' || peek(1) == '\t' || peek(1) == '\n'; }

  static bool is_bracket(char c) { return c == '[' || c == ']' || c == '{' || c == '}'; }

  void token() {
    const char c = peek();
    if (c == '\n') in_plain_ = false;
    if (c == '#' && blank_before()) return skip_line();
    if (c == ' ' || c == '\t' || c == '\n') return step();
    if (depth_ > 0 && (is_bracket(c) || c == ',')) in_plain_ = false;
    if (c == ':' && blank_after()) in_plain_ = false;
    if (in_plain_) return step();
    token_start(c);
  }

  void token_start(char c) {
    if (c == '[' || c == '{') return open();
    if (c == ']' || c == '}') {
      depth_ = std::max(depth_ - 1, 0);
      return step();
    }
    if (c == '"' || c == '\'') return skip_quoted(c);
    if ((c == '|' || c == '>') && depth_ == 0) return skip_block_text();
    const bool indicator = c == ',' || ((c == '-' || c == '?' || c == ':') && blank_after());
    in_plain_ = !indicator;
    step();
  }

  void open() {
    if (peek() == '[') {
      if (auto list = read_number_list(text_, now_, max_depth_ - depth_)) {
        now_ = list->end;
        result_.lists.push_back(std::move(*list));
        return;
      }
    }
    if (++depth_ > max_depth_) result_.too_deep = now_;
    step();
  }

  void skip_line() {
    while (now_.at < text_.size() && peek() != '\n') step();
  }

  void skip_quoted(char quote) {
    for (step(); now_.at < text_.size(); step()) {
      if (quote == '"' && peek() == '\\')
        step();
      else if (peek() == quote && quote == '\'' && peek(1) == quote)
        step();
      else if (peek() == quote)
        break;
    }
    if (now_.at < text_.size()) step();
  }

  int indentation() const {
    const std::size_t end = std::min(text_.find_first_not_of(' ', now_.at), text_.size());
    return static_cast<int>(end - now_.at);
  }

  // A block text goes on while lines are empty or indented at least as its first.
  void skip_block_text() {
    const std::size_t line_begin = now_.at - static_cast<std::size_t>(now_.col - 1);
    const std::size_t outer = std::min(text_.find_first_not_of(' ', line_begin), text_.size()) - line_begin;
    skip_line();
    int wanted = -1;
    while (now_.at < text_.size()) {
      step();
      const int indent = indentation();
      const bool empty_line = peek(static_cast<std::size_t>(indent)) == '\n';
      if (wanted < 0 && !empty_line) wanted = std::max(indent, static_cast<int>(outer) + 1);
      if (!empty_line && indent < wanted) return;
      skip_line();
    }
  }

  std::string_view text_;
  int max_depth_;
  TextPosition now_;
  int depth_ = 0;
  bool in_plain_ = false;
  YamlScan result_;
};

}  // namespace

YamlScan scan_yaml(std::string_view text, int max_depth) {
  return Scanner(text, max_depth).scan();
}

std::string too_deep_message() {
  return fmt::format("nested more than {} deep", kMaxYamlDepth);
}

}  // namespace grader

#include "grader/cases/number_list.h"

#include <string>
#include <utility>
#include <vector>

namespace grader {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_word(char c) {
  return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '+' || c == '-';
}

class ListReader {
 public:
  ListReader(std::string_view text, TextPosition begin) : text_(text), now_(begin) {}

  bool read(YamlNode& list, int depth_left) {
    if (depth_left == 0) return false;
    list = node(YamlNode::Kind::kList);
    step();
    for (;;) {
      if (!skip_blank() || !read_item(list, depth_left) || !skip_blank()) return false;
      if (peek() == ']') break;
      if (peek() != ',') return false;
      step();
      if (!skip_blank()) return false;
      if (peek() == ']') break;
    }
    step();
    return true;
  }

  TextPosition position() const { return now_; }

 private:
  char peek(std::size_t ahead = 0) const {
    return now_.at + ahead < text_.size() ? text_[now_.at + ahead] : '\0';
  }

  void step() {
    const bool line_break = text_[now_.at] == '\n';
    ++now_.at;
    now_.line += line_break ? 1 : 0;
    now_.col = line_break ? 1 : now_.col + 1;
  }

  YamlNode node(YamlNode::Kind kind) const {
    YamlNode made;
    made.kind = kind;
    made.flow = kind == YamlNode::Kind::kList;
    made.line = now_.line;
    made.col = now_.col;
    return made;
  }

  // False at a `#` that touches what stands before it, and at the end of the text.
  bool skip_blank() {
    const std::size_t begin = now_.at;
    for (;;) {
      while (peek() == ' ' || peek() == '\n') step();
      if (peek() != '#') return now_.at < text_.size();
      if (now_.at == begin) return false;
      while (now_.at < text_.size() && peek() != '\n') step();
    }
  }

  bool begins_number() const {
    const std::size_t sign = peek() == '+' || peek() == '-' ? 1 : 0;
    const std::size_t dot = peek(sign) == '.' ? 1 : 0;
    const char first = peek(sign + dot);
    return is_digit(first) || (sign + dot > 0 && is_letter(first));
  }

  bool read_item(YamlNode& list, int depth_left) {
    if (peek() == '[') return read(list.items.emplace_back(), depth_left - 1);
    if (!begins_number()) return false;
    YamlNode& word = list.items.emplace_back(node(YamlNode::Kind::kText));
    const std::size_t begin = now_.at;
    while (is_word(peek())) {
      ++now_.at;
      ++now_.col;
    }
    word.text = text_.substr(begin, now_.at - begin);
    return true;
  }

  std::string_view text_;
  TextPosition now_;
};

}  // namespace

std::optional<NumberList> read_number_list(std::string_view text, TextPosition begin, int max_depth) {
  ListReader reader(text, begin);
  NumberList list;
  list.begin = begin;
  if (!reader.read(list.node, max_depth)) return std::nullopt;
  list.end = reader.position();
  return list;
}

}  // namespace grader

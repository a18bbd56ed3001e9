#include "grader/class/normalise.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

#include "grader/base/digest.h"

namespace grader {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_name_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}
bool is_quote(char c) {
  return c == '"' || c == '\'';
}
bool is_operator(char c) {
  return std::string_view("+-*/%<>=&|!^:.#").find(c) != std::string_view::npos;
}

// Whether two tokens with a space between them could be others without it.
bool would_join(char before, char after) {
  if (is_name_char(before))
    return is_name_char(after) || is_quote(after) || (is_digit(before) && after == '.');
  if (is_quote(before)) return is_name_char(after);
  return is_operator(before) && (is_operator(after) || (before == '.' && is_digit(after)));
}

// Reads past line splices: `now` and `next` never see one outside of raw literals.
class Normaliser {
 public:
  explicit Normaliser(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xef\xbb\xbf") text_.remove_prefix(3);
    at_ = settled(0);
  }

  std::string read() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  // The first position from `at` on where no splice begins.
  std::size_t settled(std::size_t at) const {
    while (at < text_.size() && text_[at] == '\\') {
      std::size_t end = at + 1;
      if (end < text_.size() && text_[end] == '\r') ++end;
      if (end >= text_.size() || text_[end] != '\n') break;
      at = end + 1;
    }
    return at;
  }
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  char now() const { return at(at_); }
  char next() const { return at(settled(at_ + 1)); }
  void skip() { at_ = settled(at_ + 1); }
  void take() {
    out_ += now();
    skip();
  }

  void step() {
    const char c = now();
    if (c == '\n') {
      end_line();
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      space_ = true;
      skip();
    } else if (c == '/' && next() == '/') {
      while (at_ < text_.size() && now() != '\n') skip();
    } else if (c == '/' && next() == '*') {
      skip_comment();
    } else {
      begin_token();
      token();
    }
  }

  void end_line() {
    if (directive_) out_ += '\n';
    directive_ = false;
    line_start_ = true;
    space_ = true;
    skip();
  }

  void skip_comment() {
    skip();
    skip();
    while (at_ < text_.size() && !(now() == '*' && next() == '/')) skip();
    skip();
    skip();
    space_ = true;
  }

  void begin_token() {
    if (line_start_ && now() == '#') {
      directive_ = true;
      if (!out_.empty() && out_.back() != '\n') out_ += '\n';
    } else if (space_ && !out_.empty() && out_.back() != '\n') {
      // In a directive a space has a meaning: `#define f(x)` and `#define f (x)`.
      if (directive_ || would_join(out_.back(), now())) out_ += ' ';
    }
    line_start_ = false;
    space_ = false;
  }

  void token() {
    const char c = now();
    if (is_digit(c) || (c == '.' && is_digit(next()))) {
      number();
    } else if (is_name_char(c)) {
      name();
    } else if (is_quote(c)) {
      literal();
    } else {
      take();
    }
  }

  void number() {
    while (is_name_char(now()) || now() == '.' || (now() == '\'' && is_name_char(next()))) {
      const bool exponent = std::string_view("eEpP").find(now()) != std::string_view::npos;
      take();
      if (exponent && (now() == '+' || now() == '-')) take();
    }
  }

  void name() {
    const std::size_t begin = out_.size();
    while (is_name_char(now())) take();
    constexpr std::array<std::string_view, 5> kRaw{"R", "LR", "uR", "UR", "u8R"};
    const bool raw = std::find(kRaw.begin(), kRaw.end(), std::string_view(out_).substr(begin)) != kRaw.end();
    if (raw && now() == '"') raw_literal();
  }

  void literal() {
    const char quote = now();
    take();
    while (at_ < text_.size() && now() != quote && now() != '\n') {
      if (now() == '\\') take();
      if (at_ < text_.size() && now() != '\n') take();
    }
    if (now() == quote) take();
  }

  // Byte by byte: a splice within a raw literal is two characters of it.
  void raw_literal() {
    constexpr std::size_t kLongestDelimiter = 16;
    const std::size_t size = text_.substr(at_ + 1, kLongestDelimiter + 1).find('(');
    if (size == std::string_view::npos) return literal();
    const std::size_t open = at_ + 1 + size;
    const std::string close = ")" + std::string(text_.substr(at_ + 1, size)) + "\"";
    const std::size_t found = text_.find(close, open);
    const std::size_t end = found == std::string_view::npos ? text_.size() : found + close.size();
    out_ += text_.substr(at_, end - at_);
    at_ = settled(end);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
  bool space_ = false;  // white space since the last token
  bool line_start_ = true;
  bool directive_ = false;
};

}  // namespace

std::string normalised(std::string_view source) {
  return Normaliser(source).read();
}

std::string normalised_sha256(std::string_view source) {
  return sha256(normalised(source));
}

}  // namespace grader

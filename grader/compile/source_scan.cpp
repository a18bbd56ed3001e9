#include "grader/compile/source_scan.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace grader {
namespace {

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Token {
  std::string_view text;
  std::size_t begin = 0;
  int line = 1;
};

// Names, numbers, `::` and single characters; comments, literals and preprocessor lines are left out.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> read() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      line_start_ = true;
      take(1);
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      take(1);
    } else if (c == '#' && line_start_) {
      skip_directive();
    } else if (starts("//")) {
      take(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else if (starts("/*")) {
      skip_to("*/");
    } else {
      line_start_ = false;
      code();
    }
  }

  void code() {
    const char c = text_[at_];
    if (starts("R\"")) {
      skip_raw_string();
    } else if (c == '"' || c == '\'') {
      skip_literal(c);
    } else {
      std::size_t size = starts("::") ? 2 : 1;
      if (is_name_char(c))
        while (at_ + size < text_.size() && is_name_char(text_[at_ + size])) ++size;
      tokens_.push_back({text_.substr(at_, size), at_, line_});
      take(size);
    }
  }

  void take(std::size_t count) {
    const std::string_view taken = text_.substr(at_, count);
    line_ += static_cast<int>(std::count(taken.begin(), taken.end(), '\n'));
    at_ += taken.size();
  }

  void skip_to(std::string_view end) {
    const std::size_t found = text_.find(end, at_ + 2);
    take(found == std::string_view::npos ? text_.size() - at_ : found + end.size() - at_);
  }

  void skip_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') take(text_[at_] == '\\' ? 2 : 1);
  }

  void skip_literal(char quote) {
    take(1);
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') take(text_[at_] == '\\' ? 2 : 1);
    take(1);
  }

  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    constexpr std::size_t kLongestDelimiter = 16;
    if (open == std::string_view::npos || open - at_ > kLongestDelimiter + 2) return take(2);
    skip_to(")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool line_start_ = true;
  std::vector<Token> tokens_;
};

// Follows braces; a statement is what stands between `;`, `{` and `}` outside of function bodies.
class Scanner {
 public:
  Scanner(std::string_view text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens) {}

  std::vector<FoundFunction> scan() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view token = tokens_[i].text;
      if (token == "{") {
        i = open_brace(i);
        first_ = i + 1;
      } else if (token == "}") {
        if (!scopes_.empty()) scopes_.pop_back();
        first_ = i + 1;
      } else if (token == ";") {
        first_ = i + 1;
      }
    }
    return std::move(found_);
  }

 private:
  struct Scope {
    std::string name;
    bool is_class = false;
  };

  bool statement_has(std::size_t end, std::string_view word) const {
    return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(first_),
                       tokens_.begin() + static_cast<std::ptrdiff_t>(end),
                       [word](const Token& token) { return token.text == word; });
  }

  // Enters a namespace or class, or notes a function and skips its body. The index of the last token dealt
  // with.
  std::size_t open_brace(std::size_t brace) {
    const bool is_class = statement_has(brace, "class") || statement_has(brace, "struct");
    const bool call = statement_has(brace, "(");
    if (statement_has(brace, "namespace") || (is_class && !call)) {
      scopes_.push_back({scope_name(brace, is_class), is_class});
      return brace;
    }
    if (statement_has(brace, "extern") && !call) {
      scopes_.push_back({});
      return brace;
    }
    if (call && !statement_has(brace, "=")) note_function(brace);
    return skip_body(brace);
  }

  // The names after `namespace` or `struct`, up to a base clause.
  std::string scope_name(std::size_t brace, bool is_class) const {
    std::size_t at = first_;
    while (at < brace && tokens_[at].text != "namespace" && tokens_[at].text != "class" &&
           tokens_[at].text != "struct")
      ++at;
    std::string name;
    for (++at; at < brace && (tokens_[at].text == "::" || is_name_char(tokens_[at].text[0])); ++at) {
      if (is_class && tokens_[at].text == "final") break;
      name += tokens_[at].text;
    }
    return name.empty() ? "(unnamed)" : name;
  }

  std::size_t skip_body(std::size_t brace) const {
    int depth = 0;
    std::size_t i = brace;
    for (; i < tokens_.size(); ++i) {
      if (tokens_[i].text == "{") ++depth;
      if (tokens_[i].text == "}" && --depth == 0) return i;
    }
    return i;
  }

  // The first `(` that follows a name which is no keyword that takes parentheses.
  std::size_t parameters_begin(std::size_t brace) const {
    for (std::size_t i = first_ + 1; i < brace; ++i) {
      const std::string_view before = tokens_[i - 1].text;
      if (tokens_[i].text == "(" && is_name_char(before[0]) && before != "__attribute__" &&
          before != "alignas" && before != "decltype" && before != "explicit" && before != "requires")
        return i;
    }
    return brace;
  }

  std::size_t closing(std::size_t open, std::size_t brace) const {
    int depth = 0;
    for (std::size_t i = open; i < brace; ++i) {
      if (tokens_[i].text == "(") ++depth;
      if (tokens_[i].text == ")" && --depth == 0) return i;
    }
    return brace;
  }

  void note_function(std::size_t brace) {
    const std::size_t open = parameters_begin(brace);
    const std::size_t close = closing(open, brace);
    if (open == brace || close == brace) return;
    FoundFunction function;
    for (const Scope& scope : scopes_) {
      add_scope(function.scope, scope.name);
      function.in_class = function.in_class || scope.is_class;
    }
    std::size_t name = open - 1;
    function.name = tokens_[name].text;
    function.line = tokens_[name].line;
    while (name >= first_ + 2 && tokens_[name - 1].text == "::" && is_name_char(tokens_[name - 2].text[0]))
      name -= 2;
    for (; name + 1 < open; name += 2) add_scope(function.scope, tokens_[name].text);
    function.is_template = statement_has(brace, "template");
    function.parameters = one_line(tokens_[open].begin + 1, tokens_[close].begin);
    found_.push_back(std::move(function));
  }

  static void add_scope(std::string& scope, std::string_view part) {
    if (!scope.empty() && !part.empty()) scope += "::";
    scope += part;
  }

  std::string one_line(std::size_t begin, std::size_t end) const {
    std::string line;
    for (const char c : text_.substr(begin, end - begin)) {
      const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (space && (line.empty() || line.back() == ' ')) continue;
      line += space ? ' ' : c;
    }
    if (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  std::size_t first_ = 0;  // of the statement under way
  std::vector<Scope> scopes_;
  std::vector<FoundFunction> found_;
};

}  // namespace

std::vector<FoundFunction> find_functions(std::string_view text) {
  const std::vector<Token> tokens = Lexer(text).read();
  return Scanner(text, tokens).scan();
}

}  // namespace grader

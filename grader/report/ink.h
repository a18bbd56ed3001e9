// Colour and signs for a terminal. A sign or a word always says the same as the colour.
#pragma once

#include <string>
#include <string_view>

namespace grader {

class Ink {
 public:
  Ink(bool color, bool unicode) : color_(color), unicode_(unicode) {}

  std::string good(std::string_view text) const { return paint("32", text); }
  std::string bad(std::string_view text) const { return paint("31", text); }
  std::string note(std::string_view text) const { return paint("36", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string bold(std::string_view text) const { return paint("1", text); }

  std::string_view passed() const { return unicode_ ? "✓" : "ok"; }
  std::string_view failed() const { return unicode_ ? "✗" : "FAIL"; }
  std::string_view bullet() const { return unicode_ ? "•" : "-"; }
  std::string_view bar() const { return unicode_ ? "│" : "|"; }
  std::string_view arrow() const { return unicode_ ? "→" : "->"; }
  std::string_view dots() const { return unicode_ ? "…" : "..."; }
  std::string_view middle_dot() const { return unicode_ ? "·" : "-"; }
  /// `text` without what a terminal of ASCII can not show.
  std::string plain(std::string text) const;

 private:
  std::string paint(std::string_view code, std::string_view text) const;

  bool color_;
  bool unicode_;
};

/// The columns that `text` takes on a terminal: code points, escape sequences of Ink not counted.
std::size_t shown_width(std::string_view text);

}  // namespace grader

// Text from outside made fit to show: nothing in it is obeyed by a terminal, a report or a CI system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// One character of UTF-8 text.
struct Utf8Char {
  std::uint32_t code = 0;
  std::size_t length = 1;  // bytes; 1 where they are not valid
  bool valid = false;
};
/// The character that begins at byte `at`. REQUIRES: at < text.size().
Utf8Char decode_utf8(std::string_view text, std::size_t at);

/// `text` as valid UTF-8 without control characters: tab and line break stay; any other C0 or C1 control,
/// DEL, and invalid byte becomes `\xNN`; line and paragraph separators and the bidirectional and invisible
/// format characters (U+200B–U+200F, U+2028–U+202E, U+2060–U+206F, U+FEFF) and code points that are no
/// characters (U+FFFE) become `\u{NNNN}`. CR LF becomes a line break. The result is a fixed point: cleaning
/// it again changes nothing.
std::string clean_text(std::string_view text);

/// As clean_text, on one line: a tab and a line break become `\t` and `\n` written out.
std::string clean_line(std::string_view text);

/// `text` cut to at most `max_bytes` bytes at a character's border, with ` … (N bytes more)` added when cut.
std::string cut_text(std::string_view text, std::size_t max_bytes);

/// Whether `part` stands anywhere in `text`.
inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The lines of `text` without their line breaks (LF, CR LF or CR); a last empty line does not count.
std::vector<std::string> split_lines(std::string_view text);

/// A source line made fit to stand above a caret: cleaned, and cut to a window around the column when long.
struct ShownLine {
  std::string text;
  int col = 1;  // where the caret goes, counted from 1 in `text`
};
/// `col` counts bytes of `line` from 1.
ShownLine show_line_around(std::string_view line, int col);

/// The name among `known` that `name` is most likely a slip of (edit distance at most a third of its length),
/// or "".
std::string closest_name(std::string_view name, const std::vector<std::string>& known);

}  // namespace grader

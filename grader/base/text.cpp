#include "grader/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace grader {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// The start of the character that byte `at` stands in; `at` itself in a run of bytes that is no character.
std::size_t character_start(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostContinuations = 3;
  std::size_t start = at;
  while (start > 0 && start < text.size() && is_continuation(text[start])) {
    if (at - start == kMostContinuations) return at;
    --start;
  }
  return start;
}

std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

// Format characters that change how other text looks, and code points that are no characters (XML 1.0 has no
// U+FFFE).
bool is_invisible(std::uint32_t code) {
  const bool no_character = (code & 0xFFFEU) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
  return no_character || (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0x061C || code == 0x180E ||
         (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
}

void append_shown(std::string& out, std::string_view raw, const Utf8Char& c) {
  if (!c.valid || is_control(c.code)) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    for (const char byte : raw) {
      const auto value = static_cast<unsigned char>(byte);
      out += {'\\', 'x', kDigits[value >> 4U], kDigits[value & 15U]};
    }
  } else if (is_invisible(c.code)) {
    out += fmt::format("\\u{{{:04X}}}", c.code);
  } else {
    out += raw;
  }
}

// Behind the characters from `at` on that are shown as they are, whatever stands around them.
std::size_t plain_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= 0x20 && text[at] < 0x7F) ++at;
  return at;
}

std::string clean(std::string_view text, std::string_view tab, std::string_view line_break) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain = plain_end(text, at);
    out += text.substr(at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const Utf8Char c = decode_utf8(text, at);
    const bool crlf = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (text[at] == '\t') {
      out += tab;
    } else if (text[at] == '\n') {
      out += line_break;
    } else if (!crlf) {
      append_shown(out, text.substr(at, c.length), c);
    }
    at += c.length;
  }
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

// Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
Utf8Char decode_utf8(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = length_of(lead);
  if (length == 0 || at + length > text.size()) return {};
  if (length == 1) return {lead, 1, true};
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) return {};
    code = (code << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length, true};
}

std::string clean_text(std::string_view text) {
  return clean(text, "\t", "\n");
}

std::string clean_line(std::string_view text) {
  return clean(text, "\\t", "\\n");
}

std::string cut_text(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  const std::size_t end = character_start(text, max_bytes);
  return fmt::format("{} … ({} bytes more)", text.substr(0, end), text.size() - end);
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find_first_of("\r\n", begin);
    if (end == std::string_view::npos) end = text.size();
    lines.emplace_back(text.substr(begin, end - begin));
    const bool crlf = end + 1 < text.size() && text[end] == '\r' && text[end + 1] == '\n';
    begin = end + (crlf ? 2 : 1);
  }
  return lines;
}

ShownLine show_line_around(std::string_view line, int col) {
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kWidth = 100;
  const std::size_t at = std::min(static_cast<std::size_t>(std::max(col, 1) - 1), line.size());
  const std::size_t begin = character_start(line, at > kBefore ? at - kBefore : 0);
  std::string before = begin > 0 ? "…" : "";
  int shown_col = begin > 0 ? 2 : 1;
  const std::string cleaned = clean(line.substr(begin, at - begin), "\t", " ");
  for (const char c : cleaned) shown_col += is_continuation(c) ? 0 : 1;
  before += cleaned;
  const std::string after = clean(line.substr(at), "\t", " ");
  const std::size_t end = character_start(after, std::min(after.size(), kWidth));
  return {before + after.substr(0, end) + (end < after.size() ? "…" : ""), shown_col};
}

std::string closest_name(std::string_view name, const std::vector<std::string>& known) {
  name = name.substr(0, 64);
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace grader

#include "grader/report/ink.h"

#include <fmt/format.h>

namespace grader {

std::string Ink::paint(std::string_view code, std::string_view text) const {
  if (!color_ || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string Ink::plain(std::string text) const {
  if (unicode_) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) out += text[i];
    if (byte >= 0xC0) out += std::string_view(text).substr(i).starts_with("…") ? "..." : "?";
  }
  return out;
}

std::size_t shown_width(std::string_view text) {
  std::size_t width = 0;
  bool escape = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\x1b') escape = true;
    if (!escape && (byte & 0xC0U) != 0x80U) ++width;
    if (escape && c == 'm') escape = false;
  }
  return width;
}

}  // namespace grader

#include "grader/report/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "grader/base/text.h"

namespace grader {
namespace {

constexpr std::size_t kMaxLine = 120;

// `##` with letters and a bracket after it: GitHub's, Azure's and TeamCity's commands.
bool is_command(std::string_view text) {
  if (!text.starts_with("##")) return false;
  std::size_t at = 2;
  while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0) ++at;
  return at < text.size() && text[at] == '[';
}

}  // namespace

std::string defuse(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '#' && is_command(text.substr(i))) out += '\\';
  }
  return out;
}

std::string quote_line(std::string_view text) {
  return defuse(clean_line(text));
}

std::vector<std::string> quote_lines(std::string_view text, std::string_view prefix, std::size_t max_lines) {
  std::vector<std::string> quoted;
  const std::vector<std::string> lines = split_lines(clean_text(text));
  for (std::size_t i = 0; i < std::min(lines.size(), max_lines); ++i)
    quoted.push_back(fmt::format("{} {}", prefix, defuse(cut_text(lines[i], kMaxLine))));
  if (lines.size() > max_lines)
    quoted.push_back(fmt::format("{} … {} more lines", prefix, lines.size() - max_lines));
  return quoted;
}

}  // namespace grader

#include "grader/cases/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/base/text.h"
#include "grader/cases/yaml_scan.h"

namespace grader {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

// Empty for a character that may stand in a file.
std::string refusal(std::string_view file, std::size_t at, const Utf8Char& c) {
  const std::uint32_t code = c.code;
  if (!c.valid)
    return fmt::format("byte 0x{:02X} is not UTF-8: save the file as UTF-8",
                       static_cast<unsigned char>(file[at]));
  if (code == '\r' && (at + 1 == file.size() || file[at + 1] != '\n'))
    return "a carriage return without a line feed: end lines with LF or CR LF";
  if (code == '\t' || code == '\n' || code == '\r') return "";
  if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029)
    return fmt::format("control character U+{:04X}: write it as an escape in double quotes", code);
  return code == 0xFEFF ? "a byte order mark may stand only at the beginning" : "";
}

void check_characters(std::string_view file, YamlErrors& errors) {
  int line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < file.size();) {
    const auto byte = static_cast<unsigned char>(file[at]);
    if (byte >= 0x20 && byte < 0x7F) {
      ++at;
      continue;
    }
    const Utf8Char c = decode_utf8(file, at);
    std::string message = refusal(file, at, c);
    if (!message.empty()) errors.add(line, static_cast<int>(at - line_begin) + 1, std::move(message));
    if (!c.valid) return;
    at += c.length;
    if (c.code == '\n') {
      ++line;
      line_begin = at;
    }
  }
}

void check_lines(std::string_view text, YamlErrors& errors) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view row = text.substr(begin, end - begin);
    const std::size_t indent = std::min(row.find_first_not_of(" \t"), row.size());
    const std::size_t tab = row.substr(0, indent).find('\t');
    if (tab != std::string_view::npos && indent < row.size())
      errors.add(line, static_cast<int>(tab) + 1, "a tab in the indentation: indent with spaces");
    if (row.starts_with('%')) errors.add(line, 1, "a directive ('%') is not read: leave it out");
    begin = end + 1;
  }
}

std::string with_line_feeds(std::string_view file) {
  std::string text;
  text.reserve(file.size());
  for (const char c : file)
    if (c != '\r') text += c;
  return text;
}

bool is_utf16(std::string_view file) {
  return file.starts_with("\xFF\xFE") || file.starts_with("\xFE\xFF");
}

}  // namespace

std::string_view without_bom(std::string_view file) {
  return file.starts_with(kBom) ? file.substr(kBom.size()) : file;
}

std::optional<YamlText> prepare_yaml(std::string_view file, YamlErrors& errors) {
  file = without_bom(file);
  if (file.size() > kMaxYamlBytes)
    errors.add(0, 0,
               fmt::format("the file is {} bytes long, at most {} are read", file.size(), kMaxYamlBytes));
  else if (is_utf16(file))
    errors.add(0, 0, "the file is UTF-16: save it as UTF-8");
  else
    check_characters(file, errors);
  if (!errors.empty()) return std::nullopt;
  YamlText prepared{.text = with_line_feeds(file), .lists = {}};
  check_lines(prepared.text, errors);
  YamlScan scan = scan_yaml(prepared.text, kMaxYamlDepth);
  if (scan.too_deep) errors.add(scan.too_deep->line, scan.too_deep->col, too_deep_message());
  if (!errors.empty()) return std::nullopt;
  prepared.lists = std::move(scan.lists);
  return prepared;
}

}  // namespace grader

#include "grader/report/format_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "grader/base/text.h"
#include "grader/report/quote.h"
#include "grader/report/text_case.h"
#include "grader/report/words.h"

namespace grader {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::string entities(std::string_view text, std::string_view special) {
  std::string out;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of(special), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    out += fmt::format("&#{};", static_cast<int>(text.front()));
    text.remove_prefix(1);
  }
  return out;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

}  // namespace

std::string html_text(std::string_view text) {
  return entities(clean_text(text), "&<>\"'");
}

std::string csv_text(std::string_view text) {
  std::string clean = clean_text(text);
  const bool formula =
      !clean.empty() && std::string_view("=+-@\t\r").find(clean[0]) != std::string_view::npos;
  std::string field(formula ? 1 : 0, '\'');
  field += clean;
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  replace_all(field, "\"", "\"\"");
  return fmt::format("\"{}\"", field);
}

std::string tap_text(std::string_view text) {
  std::string out;
  for (const char c : clean_line(text)) {
    if (c == '#' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string quoted_scalar(std::string_view text) {
  return nlohmann::json(clean_text(text)).dump();
}

std::string markdown_text(std::string_view text) {
  return entities(quote_line(text), "&<>\"'\\`*_{}[]()#+-.!|~@:$=^");
}

std::string cut_characters(std::string_view text, std::size_t most) {
  if (characters(text) <= most) return std::string(text);
  constexpr std::string_view kEnd = " … (cut)";
  std::size_t left = most - characters(kEnd);
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (starts && left-- == 0) break;
  }
  return std::string(text.substr(0, end)) + std::string(kEnd);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = (group << 8U) | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j <= bytes.size() ? kDigits[(group >> (18U - 6U * j)) & 63U] : '=';
  }
  return out;
}

double rounded_points(double points) {
  const double rounded = std::round(points * 1e6) / 1e6;
  return rounded == 0 ? 0 : rounded;
}

std::string seconds_text(std::int64_t milliseconds) {
  return fmt::format("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
}

std::string compile_text(const CompileReport& compile) {
  std::string text;
  for (const std::string& line : compile_lines(compile, {})) {
    text += line;
    text += '\n';
  }
  return text;
}

std::string failure_text(const Report& report, std::size_t index) {
  std::string text = case_text(report.cases[index]);
  if (report.verdict != Verdict::kCompileError || index > 0) return text;
  return text + report.message + '\n' + compile_text(report.compile);
}

}  // namespace grader

#include "grader/report/text_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/base/text.h"
#include "grader/report/quote.h"
#include "grader/report/tensor_table.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::size_t kPrintedLines = 10;  // of stdout and of stderr
constexpr std::size_t kDiagnostics = 8;    // messages of the compiler
constexpr std::size_t kTraceBefore = 8;    // operations shown before the one that leaves the road
constexpr std::size_t kTraceAfter = 2;
constexpr std::size_t kName = 80;  // bytes of a name that a submission could choose
constexpr std::size_t kMessage = 300;
constexpr std::string_view kIndent = "    ";

using Lines = std::vector<std::string>;

Ink ink_of(const TextOptions& options) {
  return {options.color, options.unicode};
}

void add(Lines& lines, std::string_view text) {
  if (!text.empty()) lines.push_back(fmt::format("{}{}", kIndent, text));
}

std::string trace_line(const TraceLine& line, const Ink& ink) {
  const Operation& operation = line.operation;
  const std::string where = operation.line > 0 ? fmt::format("line {}", operation.line) : "line ?";
  std::string text = fmt::format("{:<9} {:<14} {} {} {}", where, quote_line(cut_text(operation.name, 40)),
                                 shapes_text(operation.inputs), ink.arrow(), to_string(operation.output));
  const std::string note = quote_line(line.note);
  if (line.leaves_the_road)
    return ink.bad(fmt::format("{}  <- here{}{}", text, note.empty() ? "" : ": ", note));
  return note.empty() ? text : fmt::format("{}  ({})", text, note);
}

void add_trace(Lines& lines, const std::vector<TraceLine>& trace, const TextOptions& options) {
  if (trace.empty()) return;
  const Ink ink = ink_of(options);
  const auto leaves =
      std::find_if(trace.begin(), trace.end(), [](const TraceLine& line) { return line.leaves_the_road; });
  const auto at = static_cast<std::size_t>(leaves - trace.begin());
  std::size_t begin = at < trace.size() && at > kTraceBefore ? at - kTraceBefore : 0;
  std::size_t end = std::min(trace.size(), begin + kTraceBefore + kTraceAfter + 1);
  if (options.trace_full) {
    begin = 0;
    end = trace.size();
  }
  add(lines, ink.bold("operations:"));
  if (begin > 0) add(lines, fmt::format("  {} {} before", ink.dots(), begin));
  for (std::size_t i = begin; i < end; ++i) add(lines, "  " + trace_line(trace[i], ink));
  if (end < trace.size())
    add(lines, fmt::format("  {} {} more; --trace shows all", ink.dots(), trace.size() - end));
}

void add_difference(Lines& lines, const Difference& difference, const TextOptions& options) {
  const Ink ink = ink_of(options);
  add(lines, first_text(difference));
  for (const std::string& pattern : difference.patterns)
    add(lines, fmt::format("{} {}", ink.note(ink.bullet()), quote_line(pattern)));
  const Lines table = difference_table(difference, ink, options.width - static_cast<int>(kIndent.size()) - 2);
  if (!table.empty()) lines.emplace_back();
  for (const std::string& line : table) add(lines, "  " + line);
  if (!table.empty()) lines.emplace_back();
}

void add_printed(Lines& lines, std::string_view stream, const std::string& text, const TextOptions& options) {
  if (text.empty()) return;
  const Ink ink = ink_of(options);
  add(lines, ink.bold(fmt::format("it printed on {}:", stream)));
  const std::size_t most = options.verbose ? 1000 : kPrintedLines;
  for (const std::string& line : quote_lines(text, ink.bar(), most)) add(lines, "  " + line);
}

std::string first_columns(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (starts && columns-- == 0) break;
  }
  return std::string(text.substr(0, end));
}

std::string caret_line(const ShownLine& shown) {
  std::string line;
  const std::string_view before =
      std::string_view(shown.text).substr(0, static_cast<std::size_t>(shown.col - 1));
  for (const char c : before) line += c == '\t' ? '\t' : ' ';
  line.resize(static_cast<std::size_t>(shown.col - 1), ' ');
  return line + '^';
}

std::string_view severity_word(Diagnostic::Severity severity) {
  if (severity == Diagnostic::Severity::kError) return "error";
  return severity == Diagnostic::Severity::kWarning ? "warning" : "note";
}

void add_diagnostic(Lines& lines, const Diagnostic& diagnostic, const Ink& ink) {
  const std::string_view word = severity_word(diagnostic.severity);
  const bool error = diagnostic.severity == Diagnostic::Severity::kError;
  std::string place = quote_line(cut_text(diagnostic.path, kName));
  if (diagnostic.line > 0) place += fmt::format(":{}", diagnostic.line);
  if (diagnostic.line > 0 && diagnostic.col > 0) place += fmt::format(":{}", diagnostic.col);
  lines.push_back(fmt::format("  {} at {}: {}", error ? ink.bad(word) : ink.dim(word), place,
                              quote_line(cut_text(diagnostic.message, kMessage))));
  if (diagnostic.source_line.empty()) return;
  ShownLine shown = show_line_around(diagnostic.source_line, diagnostic.col);
  shown.text = defuse(shown.text);
  add(lines, fmt::format("{} {}", ink.bar(), shown.text));
  if (diagnostic.col > 0) add(lines, fmt::format("{} {}", ink.bar(), ink.good(caret_line(shown))));
}

}  // namespace

std::vector<std::string> case_lines(const CaseReport& one, const TextOptions& options) {
  const Ink ink = ink_of(options);
  const bool passed = one.verdict == Verdict::kAccepted;
  Lines lines{fmt::format("{} {}{} {} {}", passed ? ink.good(ink.passed()) : ink.bad(ink.failed()),
                          ink.bold(quote_line(one.name)), one.hidden ? " (hidden)" : "", ink.middle_dot(),
                          words(one.verdict))};
  add(lines, quote_line(one.call));
  if (!one.why.empty()) add(lines, ink.dim(fmt::format("about: {}", quote_line(one.why))));
  add(lines, quote_line(one.message));
  for (const std::string& detail : one.details)
    add(lines, fmt::format("{} {}", ink.note(ink.bullet()), quote_line(detail)));
  if (one.difference && !passed) add_difference(lines, *one.difference, options);
  add_trace(lines, one.trace, options);
  if (!one.help.empty()) add(lines, fmt::format("{} {}", ink.note("try:"), quote_line(one.help)));
  if (!one.hint.empty()) add(lines, fmt::format("{} {}", ink.note("hint:"), quote_line(one.hint)));
  if (!one.mistake.empty()) add(lines, ink.dim(fmt::format("known mistake: {}", quote_line(one.mistake))));
  add_printed(lines, "stdout", one.stdout_text, options);
  add_printed(lines, "stderr", one.stderr_text, options);
  if (options.verbose && one.ran)
    add(lines,
        ink.dim(fmt::format("took {} ms, {} KiB, {} of {} points", one.wall_ms, one.memory_bytes / 1024,
                            points_text(one.points), points_text(one.max_points))));
  while (lines.back().empty()) lines.pop_back();
  return lines;
}

std::string case_line(const CaseReport& one, const TextOptions& options) {
  const Ink ink = ink_of(options);
  const bool passed = one.verdict == Verdict::kAccepted;
  std::string text = fmt::format("{:<34}{}", quote_line(one.name) + " ", words(one.verdict));
  if (!one.message.empty() && !passed) text += ": " + quote_line(one.message);
  const auto room = static_cast<std::size_t>(std::max(options.width, 60)) - 6;
  if (shown_width(text) > room) text = first_columns(text, room) + std::string(ink.dots());
  return fmt::format("{} {}", passed ? ink.good(ink.passed()) : ink.bad(ink.failed()), text);
}

std::vector<std::string> compile_lines(const CompileReport& compile, const TextOptions& options) {
  const Ink ink = ink_of(options);
  Lines lines;
  const std::size_t shown =
      std::min(compile.diagnostics.size(), options.verbose ? compile.diagnostics.size() : kDiagnostics);
  for (std::size_t i = 0; i < shown; ++i) add_diagnostic(lines, compile.diagnostics[i], ink);
  const std::size_t left =
      compile.diagnostics.size() - shown + static_cast<std::size_t>(std::max(compile.cut, 0));
  if (left > 0) lines.push_back(fmt::format("  {} {} more messages", ink.dots(), left));
  if (!compile.help.empty())
    lines.push_back(fmt::format("  {} {}", ink.note("try:"), quote_line(compile.help)));
  return lines;
}

}  // namespace grader

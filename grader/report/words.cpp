#include "grader/report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grader/report/quote.h"

namespace grader {

std::string words(Verdict verdict) {
  std::string text(to_string(verdict));
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string points_text(double points) {
  const double rounded = std::round(points * 100) / 100;
  return fmt::format("{:.10g}", rounded == 0 ? 0.0 : rounded);
}

std::string total_text(const Report& report) {
  if (!report.points) return "no points";
  return fmt::format("{} of {} points", points_text(*report.points), points_text(report.max_points));
}

std::string shapes_text(const std::vector<Shape>& shapes) {
  std::string text;
  for (const Shape& shape : shapes) {
    if (!text.empty()) text += ", ";
    text += to_string(shape);
  }
  return text;
}

std::string index_text(const std::vector<std::int64_t>& index) {
  return to_string(Shape(index));
}

std::string first_text(const Difference& difference) {
  if (difference.first_index.empty()) return "";
  std::string text = fmt::format("first at {}: expected {}, got {}", index_text(difference.first_index),
                                 number_text(difference.expected_value), number_text(difference.got_value));
  if (difference.wrong > 1 && difference.max_error > 0)
    text += fmt::format("; largest error {:.3g}", difference.max_error);
  return text;
}

std::string case_text(const CaseReport& one) {
  if (one.verdict == Verdict::kAccepted) return "";
  std::string text =
      fmt::format("{}{}{}\n", words(one.verdict), one.message.empty() ? "" : ": ", quote_line(one.message));
  const auto add = [&](std::string_view label, std::string_view line) {
    if (!line.empty()) text += fmt::format("{}: {}\n", label, quote_line(line));
  };
  add("call", one.call);
  add("why", one.why);
  for (const std::string& detail : one.details) add("at", detail);
  if (one.difference) add("values", first_text(*one.difference));
  if (one.difference)
    for (const std::string& pattern : one.difference->patterns) add("looks like", pattern);
  add("help", one.help);
  add("hint", one.hint);
  return text;
}

}  // namespace grader

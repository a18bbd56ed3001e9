// Texts as the systems that read reports want them.
#pragma once

#include <string>
#include <string_view>

#include "grader/model/report.h"

namespace grader {

/// Cleaned, with `&`, `<`, `>`, `"` and `'` as entities: fit for the text of an HTML element and a quoted
/// attribute.
std::string html_text(std::string_view text);

/// One field of a CSV row (RFC 4180): quoted where it must be; a text that a spreadsheet would take for a
/// formula (it begins with = + - @, a tab or a carriage return) gets an apostrophe before it.
std::string csv_text(std::string_view text);

/// The description of a TAP test point: one line, `#` and `\` escaped.
std::string tap_text(std::string_view text);

/// A double-quoted YAML or JSON scalar on one line, quotes included.
std::string quoted_scalar(std::string_view text);

/// One cell of a Markdown table or a line of a list: every character that means something there as an entity.
std::string markdown_text(std::string_view text);

/// `text` cut to at most `most` code points, the cut said at the end and counted in.
std::string cut_characters(std::string_view text, std::size_t most);

/// Base64 of RFC 4648, with padding.
std::string base64(std::string_view bytes);

/// Points without the noise of sums of doubles: rounded to six decimals.
double rounded_points(double points);

/// `0.003`: seconds with three decimals.
std::string seconds_text(std::int64_t milliseconds);

/// The compiler's messages as plain lines, `error at solution.h:12:5: …`; "" where it said nothing.
std::string compile_text(const CompileReport& compile);

/// What a failing case has to say in formats of one text field; the first failing case of a submission that
/// does not compile carries the compiler's messages as well.
std::string failure_text(const Report& report, std::size_t index);

}  // namespace grader

#include "grader/base/error.h"

#include <fmt/format.h>

#include <cstring>

#include "grader/base/text.h"

namespace grader {
namespace {

std::string place_text(const Place& place) {
  if (place.path.empty()) return "";
  std::string text = clean_text(place.path);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.col > 0) text += fmt::format(":{}", place.col);
  return text + ": ";
}

// A tab keeps its width in the caret's line, so that the caret stands under its column in any editor.
std::string caret_line(std::string_view source, int col) {
  std::string line;
  for (int i = 0; i + 1 < col; ++i) {
    const auto at = static_cast<std::size_t>(i);
    line += at < source.size() && source[at] == '\t' ? '\t' : ' ';
  }
  return line + '^';
}

}  // namespace

std::string to_text(const Error& error) {
  std::string text = place_text(error.place) + clean_text(error.message);
  if (error.source_line.empty() || error.place.col <= 0) return text;
  const ShownLine shown = show_line_around(error.source_line, error.place.col);
  return fmt::format("{}\n  {}\n  {}", text, shown.text, caret_line(shown.text, shown.col));
}

std::string to_text(const Errors& errors) {
  std::string text;
  for (const Error& error : errors) text += to_text(error) + '\n';
  return text;
}

tl::unexpected<Error> fail(std::string message) {
  return tl::make_unexpected(Error{.message = std::move(message), .place = {}, .source_line = {}});
}

tl::unexpected<Error> fail_internal(std::string message) {
  return tl::make_unexpected(
      Error{.message = std::move(message), .place = {}, .source_line = {}, .fault = Fault::kInternal});
}

tl::unexpected<Error> fail_errno(std::string_view message, int errno_value) {
  return fail(fmt::format("{}: {}", message, std::strerror(errno_value)));
}

}  // namespace grader

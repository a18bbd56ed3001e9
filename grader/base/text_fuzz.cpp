// libFuzzer: whatever the bytes, cleaned text is valid, obeyed by nothing, and cleaning it again changes
// nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "grader/base/error.h"
#include "grader/base/text.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool has_control(const std::string& text, bool lines) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool allowed = lines && (c == '\n' || c == '\t');
    if ((byte < 0x20 || byte == 0x7f) && !allowed) return true;
  }
  return false;
}

// Without clean_text's own decoder: lead and continuation bytes by counting.
bool is_utf8(const std::string& text) {
  std::size_t left = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0U) == 0x80U;
    if (continues != (left > 0)) return false;
    if (continues) --left;
    if (byte >= 0xC0) left = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
  }
  return left == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string clean = grader::clean_text(text);
  const std::string line = grader::clean_line(text);
  require(grader::clean_text(clean) == clean && grader::clean_line(line) == line);
  require(is_utf8(clean) && !has_control(clean, true));
  require(is_utf8(line) && !has_control(line, false));
  const std::size_t most = size > 0 ? data[0] : 0;
  require(is_utf8(grader::cut_text(clean, most)));
  for (const std::string& one : grader::split_lines(text))
    require(one.find_first_of("\r\n") == std::string::npos);
  const grader::ShownLine shown = grader::show_line_around(text, static_cast<int>(most) - 2);
  require(is_utf8(shown.text) && shown.text.find('\n') == std::string::npos && shown.col >= 1);
  require(shown.text.size() <= 600);
  grader::Error error;
  error.message = error.source_line = error.place.path = text;
  error.place.line = error.place.col = static_cast<int>(most);
  require(is_utf8(grader::to_text(error)) && !has_control(grader::to_text(error), true));
  return 0;
}

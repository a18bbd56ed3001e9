#include "grader/cases/axis_names.h"

#include <charconv>
#include <system_error>

#include "grader/cases/cpp_names.h"

namespace grader {
namespace {

constexpr std::int64_t kMaxSize = 1'000'000;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

bool add_factor(std::string_view factor, AxisSize& size) {
  if (is_identifier(factor)) {
    size.letters.emplace_back(factor);
    return true;
  }
  std::int64_t number = 0;
  const char* const end = factor.data() + factor.size();
  const auto result = std::from_chars(factor.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || number < 1 || number > kMaxSize) return false;
  size.number *= number;
  return size.number <= kMaxSize;
}

}  // namespace

std::optional<AxisSize> parse_axis(std::string_view text) {
  AxisSize size;
  for (;;) {
    const std::size_t star = text.find('*');
    if (!add_factor(trimmed(text.substr(0, star)), size)) return std::nullopt;
    if (star == std::string_view::npos) return size;
    text.remove_prefix(star + 1);
  }
}

}  // namespace grader

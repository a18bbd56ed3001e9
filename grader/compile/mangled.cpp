#include "grader/compile/mangled.h"

#include <cctype>

namespace grader {
namespace {

// Takes `6matmul` off the front; "" where there is no such part.
std::string_view take_part(std::string_view& text) {
  std::size_t length = 0;
  std::size_t digits = 0;
  while (digits < text.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(text[digits])) != 0)
    length = length * 10 + static_cast<std::size_t>(text[digits++] - '0');
  if (length == 0 || length > text.size() - digits) return "";
  const std::string_view part = text.substr(digits, length);
  text.remove_prefix(digits + length);
  return part;
}

}  // namespace

std::string qualified_name(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return std::string(symbol);
  symbol.remove_prefix(2);
  const bool nested = symbol.starts_with('N');
  if (!nested) return std::string(take_part(symbol));
  symbol.remove_prefix(1);
  while (!symbol.empty() && (symbol[0] == 'K' || symbol[0] == 'V' || symbol[0] == 'R' || symbol[0] == 'O'))
    symbol.remove_prefix(1);  // what a member function is qualified with
  std::string name;
  while (!symbol.starts_with('E')) {
    const std::string_view part = take_part(symbol);
    if (part.empty()) return "";
    if (!name.empty()) name += "::";
    name += part;
  }
  return name;
}

}  // namespace grader

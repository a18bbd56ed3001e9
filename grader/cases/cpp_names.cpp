#include "grader/cases/cpp_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "grader/base/text.h"

namespace grader {
namespace {

// C++20: keywords, alternative tokens, and the two words with a meaning in some places.
constexpr std::array<std::string_view, 94> kKeywords{
    "alignas",     "alignof",   "and",        "and_eq",    "asm",      "auto",         "bitand",
    "bitor",       "bool",      "break",      "case",      "catch",    "char",         "char8_t",
    "char16_t",    "char32_t",  "class",      "compl",     "concept",  "const",        "consteval",
    "constexpr",   "constinit", "const_cast", "continue",  "co_await", "co_return",    "co_yield",
    "decltype",    "default",   "delete",     "do",        "double",   "dynamic_cast", "else",
    "enum",        "explicit",  "export",     "extern",    "false",    "float",        "for",
    "friend",      "goto",      "if",         "inline",    "int",      "long",         "mutable",
    "namespace",   "new",       "noexcept",   "not",       "not_eq",   "nullptr",      "operator",
    "or",          "or_eq",     "private",    "protected", "public",   "register",     "reinterpret_cast",
    "requires",    "return",    "short",      "signed",    "sizeof",   "static",       "static_assert",
    "static_cast", "struct",    "switch",     "template",  "this",     "thread_local", "throw",
    "true",        "try",       "typedef",    "typeid",    "typename", "union",        "unsigned",
    "using",       "virtual",   "void",       "volatile",  "wchar_t",  "while",        "xor",
    "xor_eq",      "final",     "override"};

constexpr std::array<std::string_view, 5> kTakenNamespaces{"std", "kit", "grader", "posix", "main"};

// What the runner tries a thrown object against; see kKnownTypes in grader/run/caught.cpp.
const std::vector<std::string>& known_exceptions() {
  static const std::vector<std::string> known{"std::exception",
                                              "std::logic_error",
                                              "std::invalid_argument",
                                              "std::domain_error",
                                              "std::length_error",
                                              "std::out_of_range",
                                              "std::runtime_error",
                                              "std::range_error",
                                              "std::overflow_error",
                                              "std::underflow_error",
                                              "std::system_error",
                                              "std::bad_alloc",
                                              "std::bad_array_new_length",
                                              "std::bad_cast",
                                              "std::bad_typeid",
                                              "std::bad_function_call",
                                              "std::bad_optional_access",
                                              "std::bad_variant_access",
                                              "kit::ShapeError",
                                              "kit::OutOfRange",
                                              "kit::OutOfMemory"};
  return known;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

std::vector<std::string_view> split(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(by);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + by.size());
  }
}

bool is_path_part(std::string_view part) {
  if (part.empty() || part.front() == '-' || part.front() == '.') return false;
  return std::all_of(part.begin(), part.end(), [](char c) { return is_word(c) || c == '-' || c == '.'; });
}

std::string quoted(std::string_view text) {
  return fmt::format("'{}'", cut_text(clean_line(text), 60));
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text[0]) && std::all_of(text.begin(), text.end(), is_word);
}

std::string identifier_fault(std::string_view name) {
  if (!is_identifier(name)) return quoted(name) + " is no name in C++: use letters, digits and '_'";
  if (std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end())
    return quoted(name) + " is a word of C++ itself: choose another name";
  const bool reserved = name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z';
  if (reserved || name.find("__") != std::string_view::npos)
    return quoted(name) + " is reserved for the compiler: choose another name";
  return "";
}

std::string namespace_fault(std::string_view name) {
  for (const std::string_view part : split(name, "::"))
    if (std::string fault = identifier_fault(part); !fault.empty()) return fault;
  const std::string_view outermost = split(name, "::").front();
  const bool taken =
      std::find(kTakenNamespaces.begin(), kTakenNamespaces.end(), outermost) != kTakenNamespaces.end();
  return taken ? fmt::format("namespace '{}' is taken: choose another name", outermost) : "";
}

std::string path_fault(std::string_view path) {
  const auto parts = split(path, "/");
  if (std::all_of(parts.begin(), parts.end(), is_path_part)) return "";
  return quoted(path) + " is no path below exercise/: use letters, digits, '_', '-' and '.', without '..'";
}

std::string exception_fault(std::string_view type) {
  const auto parts = split(type, "::");
  const bool named = std::all_of(parts.begin(), parts.end(), is_identifier);
  const bool foreign = named && parts.size() > 1 && parts[0] != "std" && parts[0] != "kit";
  const auto& known = known_exceptions();
  if (foreign || std::find(known.begin(), known.end(), type) != known.end()) return "";
  std::string likely = closest_name(type, known);
  if (likely.empty() && parts.size() == 1)
    likely = closest_name("std::" + std::string(type.substr(0, 64)), known);
  if (!likely.empty())
    return fmt::format("{} is no exception type: did you mean '{}'?", quoted(type), likely);
  return fmt::format("{} is no exception type: known are {}", quoted(type), fmt::join(known, ", "));
}

}  // namespace grader

// Names and paths of a manifest that end up in C++ text and in commands: what they may be.
#pragma once

#include <string>
#include <string_view>

namespace grader {

/// Letters of ASCII, digits and `_`, not beginning with a digit.
bool is_identifier(std::string_view text);

/// Why `name` can not name a function, an argument or a namespace in C++20, or "": it is no identifier, a
/// keyword, or reserved (`__` anywhere, `_` and a capital at the beginning).
std::string identifier_fault(std::string_view name);

/// As identifier_fault for `a::b`, and no namespace that is taken: std, kit, grader, posix, main.
std::string namespace_fault(std::string_view name);

/// Why `path` can not be a file's path below exercise/, or "": it must be relative, without `.`, `..` and
/// empty parts, and each part of letters, digits, `_`, `-` and `.`, not beginning with `-` or `.`.
std::string path_fault(std::string_view path);

/// The name of an exception type: `std::invalid_argument`, `kit::ShapeError`, `exercise::Refused`.
/// Of std:: and kit:: only what the runner can tell apart. "" or what is wrong, with the likely slip.
std::string exception_fault(std::string_view type);

}  // namespace grader

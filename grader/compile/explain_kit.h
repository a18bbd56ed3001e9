// Sentences for slips of a different language or library: Python, NumPy, pointers, a forgotten #include.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grader/compile/explain.h"

namespace grader {

/// What stands between the first two single quotes, or "".
std::string_view quoted(std::string_view text);

/// ` in line 3`, or "" where the line is not known.
std::string in_line(int line);

/// `text` is the error's, `message` has its notes.
std::optional<Explanation> explain_kit_use(std::string_view text, const Message& message, int line);

}  // namespace grader

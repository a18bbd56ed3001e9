// What a C++ text is apart from comments and white space, to see which submissions are the same work.
#pragma once

#include <string>
#include <string_view>

namespace grader {

/// The tokens of `source` without comments, line splices and white space, but for a space where two tokens
/// would become one and line breaks around preprocessor lines. Literals stay as they are, raw ones too. Takes
/// any bytes; time and memory are linear in their count.
std::string normalised(std::string_view source);

/// The SHA-256 of `normalised(source)`: 64 hexadecimal digits.
std::string normalised_sha256(std::string_view source);

}  // namespace grader

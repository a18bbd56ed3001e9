// The grader's version, the same in every report.
#pragma once

namespace grader {
inline constexpr const char* kVersion = "0.1.0";
}  // namespace grader

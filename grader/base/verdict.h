// The words of a judgement, for a case, a function and a whole submission.
#pragma once

#include <optional>
#include <string_view>

namespace grader {

/// In the order in which the first that applies becomes the verdict of the whole.
enum class Verdict {
  kInternalError,  // ours, never the student's: points are left empty
  kCompileError,
  kSecurityViolation,
  kOutputLimit,
  kTimeLimit,
  kMemoryLimit,
  kRuntimeError,
  kWrongShape,
  kWrongException,
  kWrongAnswer,
  kNotImplemented,
  kNotVectorised,
  kAccepted,
};

inline constexpr int kVerdictCount = 13;

/// `wrong_answer` and so on, as reports and files spell it.
std::string_view to_string(Verdict verdict);
/// The verdict of that spelling, or nothing.
std::optional<Verdict> verdict_from(std::string_view name);
/// The one of the two that decides the whole.
Verdict worse(Verdict a, Verdict b);

}  // namespace grader

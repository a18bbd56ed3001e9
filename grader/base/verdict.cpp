#include "grader/base/verdict.h"

#include <algorithm>
#include <array>

namespace grader {
namespace {

constexpr std::array<std::string_view, kVerdictCount> kNames{
    "internal_error",  "compile_error", "security_violation", "output_limit",
    "time_limit",      "memory_limit",  "runtime_error",      "wrong_shape",
    "wrong_exception", "wrong_answer",  "not_implemented",    "not_vectorised",
    "accepted"};

}  // namespace

std::string_view to_string(Verdict verdict) {
  return kNames.at(static_cast<std::size_t>(verdict));
}

std::optional<Verdict> verdict_from(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Verdict>(found - kNames.begin());
}

Verdict worse(Verdict a, Verdict b) {
  return std::min(a, b);
}

}  // namespace grader

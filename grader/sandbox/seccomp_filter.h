// System call filters: made once by libseccomp, kept as plain instructions, loaded without allocating.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string>
#include <vector>

#include "grader/base/error.h"

namespace grader::sandbox {

using Filter = std::vector<struct sock_filter>;

/// A condition on one argument of a call.
struct ArgumentTest {
  enum class Kind { kMasked, kEqual, kUnequal };
  unsigned argument = 0;
  Kind kind = Kind::kMasked;
  std::uint64_t mask = ~0ULL;
  std::uint64_t value = 0;

  /// `(argument & mask) == value`.
  static ArgumentTest masked(unsigned argument, std::uint64_t mask, std::uint64_t value);
  /// All 64 bits: what the kernel takes for an int may have rubbish above it, so let `equal` be the one that
  /// allows.
  static ArgumentTest equal(unsigned argument, std::uint64_t value);
  static ArgumentTest unequal(unsigned argument, std::uint64_t value);
};

/// What becomes of one system call; where the conditions of several rules for a call overlap, their
/// actions must be the same.
struct CallRule {
  std::string name;
  std::uint32_t action = 0;         // SCMP_ACT_…
  std::vector<ArgumentTest> tests;  // all must hold; none: always
  // All rules of the call with this mark, which have one action, together hold just where its others do not:
  // they need not be tested (short_filter.h).
  bool rest = false;
};

/// Names that this architecture does not have are passed over. Calls of another architecture end the process.
Result<Filter> build_filter(const std::vector<CallRule>& rules, std::uint32_t default_action);

/// Loads it for the calling process; true on success. REQUIRES: no new privileges.
bool load_filter(const Filter& filter);
/// As load_filter, and returns the descriptor that forbidden calls are read from; -1 with errno on failure.
int load_filter_with_listener(const Filter& filter);

/// The filter of kCompile: what no compiler does is refused with EPERM.
Result<Filter> build_tool_filter();

/// The name of a system call of this machine's own architecture, or `call N`.
std::string call_name(int number);

}  // namespace grader::sandbox

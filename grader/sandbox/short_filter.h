// The filter of build_filter in a quarter of its length: every child loads one, at a cost that grows with it.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/base/error.h"
#include "grader/sandbox/seccomp_filter.h"

namespace grader::sandbox {

/// A filter that decides every call exactly as `build_filter(rules, default_action)` does.
///
/// libseccomp still writes the check of the architecture and the tests of arguments. The calls that are
/// decided by their number alone are ours: a tree of BPF_JGE over stretches of numbers, which all meet one
/// end, or whose ends are told apart by one bit of a mask for each number (at most 32). Of a call with a rule
/// that is `rest` only the other rules are tested. REQUIRES: no call has rules with tests beside one without.
///
/// The kernel does not see through the shift that makes the bit. So it keeps no table of the calls that are
/// always let through, which each load would have to fill; they run the filter each time, at 20 ns more. A
/// submission's child makes some 20 calls of its own beside those of the student's code.
Result<Filter> build_short_filter(const std::vector<CallRule>& rules, std::uint32_t default_action);

}  // namespace grader::sandbox

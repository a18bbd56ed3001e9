// The canaries of the self-test: small functions that try what must be refused. They run inside and allocate
// nothing.
#pragma once

#include <span>

namespace grader::sandbox {

struct CanaryTask {
  const char* tries;
  /// 0 when it got through, else the errno that it met.
  int (*fly)();
  bool slow = false;
};

/// Under the lock of a runner's child.
std::span<const CanaryTask> child_canaries();
/// In a compiler's sandbox.
std::span<const CanaryTask> tool_canaries();

/// The runner's part: each child canary in a fork under the lock, one line of stdout for each:
/// `INDEX exit CODE`, `INDEX signal NUMBER` or `INDEX call NAME`.
int fly_in_runner();
int fly_in_runner_thoroughly();
/// The compiler's part: one line for each tool canary, `INDEX exit CODE`.
int fly_in_tool();

}  // namespace grader::sandbox

// The start-up self-test of the sandbox: once for each place in which the grader is started.
#pragma once

#include <functional>
#include <string>

#include "grader/base/error.h"
#include "grader/compile/cache.h"

namespace grader {

/// What the lock depends on, in one digest: this boot of the kernel, the namespaces and control group that we
/// are in, who we are, the grader's own program, and the layers that were found by trying just now. A change
/// of any of them is another place.
std::string sandbox_place();

/// Runs `test` unless it passed in this place before, as an entry of the cache tells.
Result<void> self_test_once(const Cache& cache, const std::string& place,
                            const std::function<Result<void>()>& test);

}  // namespace grader

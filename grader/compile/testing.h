// For tests: a tool chain with a cache of their own, and this repository's exercise.
#pragma once

#include "grader/compile/module.h"

namespace grader {

/// As find_toolchain, with a cache beside the test program, where it can be written to: what one test builds
/// the next one finds. Else below $TEST_TMPDIR or /tmp.
Toolchain testing_toolchain();

/// What exercise/exercise.yaml says of functions and files.
Manifest testing_manifest();

/// Sandboxed wherever this machine can.
sandbox::Mode testing_mode();

}  // namespace grader

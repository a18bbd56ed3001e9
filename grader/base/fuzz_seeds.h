// For tests: calls a fuzz target with each of its seeds, so that builds without libFuzzer have them too.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace grader {

/// Each file in `folder` (from the repository's root) in a process of its own: the test fails with the seed's
/// name where the target does not hold, and where there is no seed.
void replay_seeds(const char* folder);

}  // namespace grader

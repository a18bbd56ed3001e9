// Why a compiler gave up, where it was no error in the program: a limit, a crash, a kill.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/compile/explain.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

/// A sentence with the limit that was met, or nothing where the compiler ended by itself and said why.
/// `tool_lines`: what the compiler's driver and the linker said, see read_compiler_output.
/// REQUIRES: the compile failed, and `ended.how` is not kNotStarted.
std::optional<Explanation> explain_ending(const Ended& ended, const std::vector<std::string>& tool_lines,
                                          const Limits& limits);

}  // namespace grader

// Looks at a linked module before anybody loads it: what it brings, what it lacks, what it must not have.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "grader/compile/explain.h"
#include "grader/compile/exports.h"
#include "grader/model/manifest.h"

namespace grader {

/// Why the module can not be graded, or nothing. `text` is the student's, for hints; `exports` what it will
/// find at run time. This is help for honest students and keeps odd files from the loader; it is no border,
/// for the module runs locked in whatever it holds.
std::optional<Explanation> check_module(std::string_view bytes, const Manifest& manifest,
                                        std::string_view text, const Exports& exports);

}  // namespace grader

// A module in a file of its own: what `grader compile FILE -o MODULE` leaves for `grader grade --module
// MODULE`.
#pragma once

#include <filesystem>

#include "grader/base/error.h"
#include "grader/compile/module.h"

namespace grader {

/// Writes the module; where the compile failed, its report instead.
Result<void> write_module_file(const std::filesystem::path& path, const ModuleBuild::Done& done);

/// The module or the report that write_module_file left at `path`. Fails where it is neither.
Result<ModuleBuild::Done> read_module_file(const std::filesystem::path& path);

}  // namespace grader

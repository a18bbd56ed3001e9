// The headers of the kit and of a package that a source file includes, and those that they include.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "grader/base/error.h"

namespace grader {

/// Texts by the name under which they are included: `kit/tensor.h`, `exercise/given/attention.h`.
using IncludeSet = std::map<std::string, std::string>;

/// Adds to `set` what `text` includes by `#include "NAME"`: below `root` where NAME begins with `kit/`, else
/// below `package`, as seen from `package`, from `package`/exercise, or from the folder of `name`, the name
/// of the text itself. Names that are nowhere are left to the compiler. An error: a header that can not be
/// read.
Result<void> add_includes(std::string_view text, const std::string& name, const std::filesystem::path& root,
                          const std::filesystem::path& package, IncludeSet& set);

}  // namespace grader

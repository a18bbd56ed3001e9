// The exercise that a command line means.
#pragma once

#include "grader/base/error.h"
#include "grader/cli/args.h"
#include "grader/grade/package.h"

namespace grader::cli {

/// Found as find_package does with `file`, and opened.
ResultOrErrors<Package> open_exercise(const PackageArgs& args, const fs::path& file = {});

}  // namespace grader::cli

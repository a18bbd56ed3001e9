// The command line of `grader bundle`.
#pragma once

#include <CLI/App.hpp>

#include "grader/cli/args.h"

namespace grader::cli {

/// Adds the command to `app`; where it is given, it fills `args` and sets `chosen`. `args` must live as long
/// as the parser.
void add_bundle_command(CLI::App& app, BundleArgs& args, Args& chosen);

}  // namespace grader::cli

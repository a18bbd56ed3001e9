// The command line of `grader class`.
#pragma once

#include <CLI/App.hpp>

#include "grader/cli/args.h"

namespace grader::cli {

/// Adds the command to `app`; where it is given, it fills `args` and sets `chosen`. `args` must live as long
/// as the parser.
void add_class_command(CLI::App& app, ClassArgs& args, Args& chosen);

}  // namespace grader::cli

// The command line of those who write cases and exercises: `cases check`, `cases fill`, `new`.
#pragma once

#include <CLI/App.hpp>

#include "grader/cli/args.h"

namespace grader::cli {

/// What the parser fills; must live as long as it.
struct AuthorArgs {
  CasesCheckArgs check;
  CasesFillArgs fill;
  NewArgs make;
};

/// Adds the commands to `app`; the one that is given sets `chosen`.
void add_author_commands(CLI::App& app, AuthorArgs& args, Args& chosen);

}  // namespace grader::cli

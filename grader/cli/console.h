// What the commands share: printing, Ctrl-C, colour.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/cli/args.h"

namespace grader::cli {

/// Writes to stdout; an error (a full disk, a closed pipe) is told, exit code 3.
Result<void> print(std::string_view text);

/// Prints the errors to stderr; the code is kInternal where one of them is ours, else kUse.
ExitCode report_errors(const Errors& errors);
ExitCode report_error(const Error& error);

/// True once Ctrl-C or SIGTERM came; the first only asks, the second ends the program at once.
std::function<bool()> watch_interrupts();

/// `1 case`, `3 cases`: what many of it are called ends in `s`.
std::string counted(std::size_t count, std::string_view what);

/// `auto`: a terminal on stdout, NO_COLOR not set, TERM not `dumb`.
bool use_color(Color color);

/// Whether the locale's characters are UTF-8 (LC_ALL, LC_CTYPE, LANG; where none is set, yes).
bool utf8_terminal();

/// Columns of the terminal on stdout, 100 where it is none.
int text_width();

}  // namespace grader::cli

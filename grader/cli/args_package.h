// The options that every command with an exercise takes.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "grader/cli/args.h"

namespace grader::cli {

/// `--package DIR` and `--sandbox on|off`.
void add_package_options(CLI::App* command, PackageArgs& args);
/// `--cases public|hidden|all` and `--only NAME`.
void add_selection_options(CLI::App* command, CaseSet& cases, std::vector<std::string>& only);
/// `--sanitize auto|always|never`.
void add_sanitize_option(CLI::App* command, SanitizeWhen& when);
/// `--jobs N`, `-j N`: how much goes on at the same time, and how much where nothing is said.
void add_jobs_option(CLI::App* command, int& jobs, const std::string& help);

}  // namespace grader::cli

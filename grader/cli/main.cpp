// grader: grades a student's C++ header against an exercise's cases, in a sandbox.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "grader/base/text.h"
#include "grader/cli/args.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"

namespace grader::cli {
namespace {

struct Run {
  ExitCode operator()(const Leave& leave) const {
    std::fputs(leave.err.c_str(), stderr);
    if (auto printed = print(leave.out); !printed) return report_error(printed.error());
    return static_cast<ExitCode>(leave.code);
  }
  ExitCode operator()(const GradeArgs& args) const { return args.watch ? run_watch(args) : run_grade(args); }
  ExitCode operator()(const ShowArgs& args) const { return run_show(args); }
  ExitCode operator()(const CompileArgs& args) const { return run_compile(args); }
  ExitCode operator()(const DoctorArgs& args) const { return run_doctor(args); }
  ExitCode operator()(const CasesCheckArgs& args) const { return run_cases_check(args); }
  ExitCode operator()(const CasesFillArgs& args) const { return run_cases_fill(args); }
  ExitCode operator()(const NewArgs& args) const { return run_new(args); }
  ExitCode operator()(const BundleArgs& args) const { return run_bundle(args); }
  ExitCode operator()(const ClassArgs& args) const { return run_class_command(args); }
};

// An exception that comes this far is a bug of ours (or no memory): never a verdict.
ExitCode run(const std::vector<std::string>& arguments) {
  try {
    return std::visit(Run{}, parse_args(arguments));
  } catch (const std::exception& error) {
    fmt::print(stderr, "grader: internal error: {}\n", clean_line(error.what()));
    return ExitCode::kInternal;
  }
}

}  // namespace
}  // namespace grader::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(grader::cli::run({argv + 1, argv + argc}));
}

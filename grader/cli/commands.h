// The commands: each takes its arguments and gives the exit code.
#pragma once

#include "grader/base/error.h"
#include "grader/cli/args.h"

namespace grader::cli {

ExitCode run_grade(const GradeArgs& args);
ExitCode run_watch(const GradeArgs& args);
ExitCode run_show(const ShowArgs& args);
ExitCode run_compile(const CompileArgs& args);
ExitCode run_doctor(const DoctorArgs& args);
ExitCode run_cases_check(const CasesCheckArgs& args);
ExitCode run_cases_fill(const CasesFillArgs& args);
ExitCode run_new(const NewArgs& args);
ExitCode run_bundle(const BundleArgs& args);
ExitCode run_class_command(const ClassArgs& args);

}  // namespace grader::cli

// grader compile FILE -o MODULE
#include <fmt/format.h>

#include <cstdio>

#include "grader/base/text.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/cli/open_exercise.h"
#include "grader/compile/module.h"
#include "grader/compile/module_file.h"

namespace grader::cli {
namespace {

std::string diagnostic_text(const Diagnostic& said) {
  const char* severity = said.severity == Diagnostic::Severity::kError ? "error" : "warning";
  return to_text(Error{.message = fmt::format("{}: {}", severity, said.message),
                       .place = {said.path, said.line, said.col},
                       .source_line = said.source_line}) +
         "\n";
}

void print_report(const CompileReport& report) {
  std::string text;
  if (!report.message.empty()) text += report.message + "\n";
  if (!report.help.empty()) text += report.help + "\n";
  for (const Diagnostic& said : report.diagnostics)
    if (said.severity != Diagnostic::Severity::kNote) text += diagnostic_text(said);
  std::fputs(clean_text(text).c_str(), stderr);
}

Result<ModuleBuild::Done> build(const Package& package, const fs::path& file) {
  auto submission = read_submission(file, package.manifest.limits);
  if (!submission) return tl::make_unexpected(submission.error());
  auto started =
      start_module(package.tools, package.manifest, package.build, *submission, Sanitize::kOff, package.mode);
  if (!started) return tl::make_unexpected(started.error());
  return (*started)->finish();
}

}  // namespace

ExitCode run_compile(const CompileArgs& args) {
  const auto package = open_exercise(args.package, args.file);
  if (!package) return report_errors(package.error());
  const auto done = build(*package, args.file);
  if (!done) return report_error(done.error());
  print_report(done->report);
  if (!done->report.ok && !args.keep_errors) return ExitCode::kNotAccepted;
  const auto written = write_module_file(args.output, *done);
  return written ? ExitCode::kAccepted : report_error(written.error());
}

}  // namespace grader::cli

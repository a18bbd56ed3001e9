// grader grade FILE, grader watch FILE
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/cases/manifest_loader.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/grade/debug_case.h"
#include "grader/grade/grade.h"
#include "grader/grade/package.h"
#include "grader/grade/select.h"
#include "grader/grade/show.h"
#include "grader/grade/watch.h"
#include "grader/report/formats.h"

namespace grader::cli {
namespace {

GradeOptions grade_options(const GradeArgs& args) {
  return {.cases = args.cases,
          .only = args.only,
          .audience = args.audience,
          .module = args.module,
          .parallel = args.jobs,
          .stop = watch_interrupts(),
          .sanitize = args.sanitize};
}

TextOptions text_options(const GradeArgs& args) {
  return {.color = use_color(args.color),
          .unicode = utf8_terminal(),
          .width = text_width(),
          .trace_full = args.trace,
          .verbose = args.verbose};
}

Result<void> write_one(const Report& report, const FormatTarget& target, const GradeArgs& args) {
  TextOptions options = text_options(args);
  const ReportFormat* format = find_report_format(target.name);
  if (target.path.empty()) return print(format->write(report, options));
  options.color = args.color == Color::kAlways;
  return write_file(target.path, format->write(report, options));
}

Result<void> write_reports(const Report& report, const GradeArgs& args) {
  std::vector<FormatTarget> targets = args.formats;
  if (targets.empty()) targets.push_back({.name = "text", .path = {}});
  for (const FormatTarget& target : targets)
    if (auto written = write_one(report, target, args); !written) return written;
  return {};
}

ExitCode exit_code(const Report& report) {
  if (report.interrupted) return ExitCode::kNotAccepted;
  if (report.verdict == Verdict::kInternalError) return ExitCode::kInternal;
  return report.verdict == Verdict::kAccepted ? ExitCode::kAccepted : ExitCode::kNotAccepted;
}

ExitCode list(const fs::path& folder, const GradeArgs& args) {
  const auto manifest = load_manifest(folder);
  if (!manifest) return report_errors(manifest.error());
  auto cases = load_cases(*manifest, args.cases);
  if (!cases) return report_errors(cases.error());
  const auto chosen = select_cases(std::move(*cases), args.only);
  if (!chosen) return report_error(chosen.error());
  const auto printed = print(list_cases(*chosen, *manifest));
  return printed ? ExitCode::kAccepted : report_error(printed.error());
}

// An error of ours still gives the report that a CI system waits for, with the verdict internal_error.
ExitCode finish(const ResultOrErrors<Report>& graded, const Package& package, const Submission& submission,
                const GradeArgs& args) {
  if (!graded) {
    const ExitCode code = report_errors(graded.error());
    if (code != ExitCode::kInternal) return code;
    const Report report =
        internal_error_report(package, submission, graded.error().front(), grade_options(args));
    const auto written = write_reports(report, args);
    return written ? code : report_error(written.error());
  }
  const auto written = write_reports(*graded, args);
  return written ? exit_code(*graded) : report_error(written.error());
}

ExitCode grade_once(const fs::path& folder, const GradeArgs& args) {
  TerminalProgress progress;
  progress.step("preparing the exercise");
  const auto package = open_package(folder, args.package.sandbox);
  if (!package) return report_errors(package.error());
  const auto submission = read_submission(args.file, package->manifest.limits);
  if (!submission) return report_error(submission.error());
  if (args.gdb) return report_error(debug_case(*package, *submission, args.only.front()));
  const auto graded = grade(*package, *submission, grade_options(args), progress);
  progress.clear();
  return finish(graded, *package, *submission, args);
}

}  // namespace

ExitCode run_grade(const GradeArgs& args) {
  const auto folder = find_package(args.package.package, args.file);
  if (!folder) return report_error(folder.error());
  return args.list ? list(*folder, args) : grade_once(*folder, args);
}

ExitCode run_watch(const GradeArgs& args) {
  const auto folder = find_package(args.package.package, args.file);
  if (!folder) return report_error(folder.error());
  TerminalProgress progress;
  const auto note = [&](const std::string& text) {
    progress.clear();
    fmt::print(stderr, "{}\n", text);
  };
  const WatchEvents events{.graded =
                               [&](const Report& report) {
                                 progress.clear();
                                 if (const auto written = write_reports(report, args); !written)
                                   note(to_text(written.error()));
                               },
                           .failed = [&](const Errors& errors) { note(to_text(errors)); },
                           .notice = note};
  const auto watched = watch(*folder, args.file, args.package.sandbox, grade_options(args), progress, events);
  return watched ? ExitCode::kAccepted : report_error(watched.error());
}

}  // namespace grader::cli

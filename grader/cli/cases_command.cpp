// grader cases check, grader cases fill FILE
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "grader/base/file.h"
#include "grader/bundle/literal_cases.h"
#include "grader/cases/catalogue_loader.h"
#include "grader/cli/commands.h"
#include "grader/cli/console.h"
#include "grader/cli/open_exercise.h"
#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/mistakes.h"
#include "grader/prove/findings.h"
#include "grader/prove/kills_file.h"
#include "grader/prove/proof_json.h"
#include "grader/prove/proof_text.h"
#include "grader/prove/prove.h"

namespace grader::cli {
namespace {

// ---- check

Result<void> write_baseline(const Package& package, const Proof& proof) {
  const Manifest& manifest = package.manifest;
  if (proof.outcomes.mistakes.empty()) return fail("there are no mistakes whose results could be written");
  return write_file(kills_path(manifest), write_kills(kills_of(proof.matrix))).and_then([&] {
    return write_file(mistake_outcomes_path(manifest), write_mistake_outcomes(proof.outcomes));
  });
}

ExitCode show(const Proof& proof, const Findings& findings, const CasesCheckArgs& args) {
  const std::string text = args.json ? write_proof_json(proof.title, proof.matrix, findings)
                                     : write_proof_text(proof.title, proof.matrix, findings,
                                                        {.width = text_width(), .verbose = args.verbose});
  if (const auto printed = print(text); !printed) return report_error(printed.error());
  return findings.proved() ? ExitCode::kAccepted : ExitCode::kNotAccepted;
}

ExitCode check(const Package& package, const Catalogue& catalogue, const CasesCheckArgs& args,
               TerminalProgress& progress) {
  const auto baseline = read_kills(kills_path(package.manifest));
  if (!baseline) return report_error(baseline.error());
  const ProveOptions options{.parallel = args.jobs, .stop = watch_interrupts()};
  const auto proof = prove(package, catalogue, options, progress);
  progress.clear();
  if (!proof) return report_errors(proof.error());
  if (args.write)
    if (const auto written = write_baseline(package, *proof); !written) return report_error(written.error());
  return show(*proof, find_out(proof->matrix, *baseline), args);
}

// ---- fill

ExitCode fill(const Package& package, const CasesFillArgs& args) {
  const auto text = read_file(args.file);
  if (!text) return report_error(text.error());
  const auto filled = literal_cases(package, *text, args.file.string());
  if (!filled) return report_errors(filled.error());
  if (args.dry_run) {
    const auto printed = print(filled->text);
    return printed ? ExitCode::kAccepted : report_error(printed.error());
  }
  if (filled->text != *text)
    if (const auto written = write_file(args.file, filled->text); !written)
      return report_error(written.error());
  fmt::print(stderr, "{}: {} filled\n", args.file.string(), counted(filled->values, "value"));
  return ExitCode::kAccepted;
}

}  // namespace

// A catalogue with errors (a mistake without a hint, a file without an entry) is a case set that is not
// proved.
ExitCode run_cases_check(const CasesCheckArgs& args) {
  TerminalProgress progress;
  progress.step("preparing the exercise");
  const auto package = open_exercise(args.package);
  if (!package) return report_errors(package.error());
  const auto catalogue = load_catalogue(package->manifest);
  if (!catalogue) {
    progress.clear();
    const ExitCode code = report_errors(catalogue.error());
    return code == ExitCode::kUse ? ExitCode::kNotAccepted : code;
  }
  return check(*package, *catalogue, args, progress);
}

ExitCode run_cases_fill(const CasesFillArgs& args) {
  const auto package = open_exercise(args.package, args.file);
  if (!package) return report_errors(package.error());
  return fill(*package, args);
}

}  // namespace grader::cli

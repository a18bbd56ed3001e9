#include "grader/prove/run_submission.h"

#include <utility>

#include "grader/judge/judge.h"
#include "grader/judge/score.h"
#include "grader/run/session.h"

namespace grader {
namespace {

Result<ModuleBuild::Done> compile(const Package& package, const Submission& submission) {
  auto build =
      start_module(package.tools, package.manifest, package.build, submission, Sanitize::kOff, package.mode);
  if (!build) return tl::make_unexpected(build.error());
  return (*build)->finish();
}

CaseReport judge_run(const Case& a_case, const Manifest& manifest, const CaseRun& run) {
  if (run.outcome) return judge(a_case, manifest, *run.request, *run.outcome);
  return not_run(a_case, manifest, run.out_of_time ? Verdict::kTimeLimit : Verdict::kInternalError,
                 run.not_run);
}

Result<std::vector<CaseRun>> run(const Package& package, const std::filesystem::path& module,
                                 const std::vector<Case>& cases, int parallel,
                                 const std::function<bool()>& stop) {
  auto session = Session::start(
      {.runner = package.build.runner, .module = module, .mode = package.mode, .parallel = parallel});
  if (!session) return tl::make_unexpected(session.error());
  Progress silent;
  return run_cases(
      **session, package.manifest, cases,
      {.parallel = parallel, .submission_wall = package.manifest.limits.submission_wall, .stop = stop},
      silent);
}

std::string compiler_words(const CompileReport& report) {
  if (report.ok) return "";
  if (report.diagnostics.empty()) return report.message;
  const Diagnostic& first = report.diagnostics.front();
  return to_text(
      Error{.message = first.message, .place = {first.path, first.line, first.col}, .source_line = {}});
}

}  // namespace

Result<GradedSubmission> run_submission(const Package& package, const KnownSubmission& submission,
                                        const std::vector<Case>& cases, int parallel,
                                        const std::function<bool()>& stop) {
  const Manifest& manifest = package.manifest;
  auto read = read_submission(submission.file, manifest.limits);
  if (!read) return tl::make_unexpected(read.error());
  auto built = compile(package, *read);
  if (!built) return tl::make_unexpected(built.error());
  GradedSubmission graded{.text = std::move(read->text), .runs = {}, .report = {}};
  graded.report.compile = std::move(built->report);
  if (graded.report.compile.ok) {
    auto runs = run(package, built->module, cases, parallel, stop);
    if (!runs) return tl::make_unexpected(runs.error());
    graded.runs = std::move(*runs);
  }
  for (std::size_t i = 0; i < cases.size(); ++i)
    graded.report.cases.push_back(
        graded.runs.empty() ? not_run(cases[i], manifest, Verdict::kCompileError, "does not compile")
                            : judge_run(cases[i], manifest, graded.runs[i]));
  score(graded.report, cases, manifest);
  return graded;
}

ProvedSubmission row_of(const KnownSubmission& submission, const GradedSubmission& graded) {
  ProvedSubmission row{.role = submission.role,
                       .name = submission.name,
                       .expected = submission.expected,
                       .found = graded.report.verdict,
                       .message = compiler_words(graded.report.compile),
                       .cells = {}};
  for (const CaseReport& report : graded.report.cases) {
    const bool right = report.verdict == Verdict::kAccepted;
    row.cells.push_back(
        {.verdict = report.verdict,
         .ran = report.ran,
         .tolerance_used = right && report.difference ? report.difference->max_tolerance_used : 0,
         .message = right ? "" : report.message});
  }
  return row;
}

}  // namespace grader

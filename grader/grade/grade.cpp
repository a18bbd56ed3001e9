#include "grader/grade/grade.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "grader/base/digest.h"
#include "grader/base/side_by_side.h"
#include "grader/base/text.h"
#include "grader/base/version.h"
#include "grader/compile/module_file.h"
#include "grader/grade/diagnosis.h"
#include "grader/grade/judge_run.h"
#include "grader/grade/reference.h"
#include "grader/grade/sanitized.h"
#include "grader/grade/schedule.h"
#include "grader/grade/select.h"
#include "grader/grade/wait_module.h"
#include "grader/judge/judge.h"
#include "grader/judge/plan.h"
#include "grader/judge/redact.h"
#include "grader/judge/score.h"
#include "grader/run/session.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

// While the end of one run is told and the next is sent, no core is to wait.
constexpr int kSpareRuns = 2;

Report blank_report(const Package& package, const Submission& submission, const GradeOptions& options) {
  Report report;
  report.title = package.manifest.title;
  report.submission = submission.shown_name;
  report.audience = options.audience;
  report.isolation = sandbox::available();
  report.provenance = {{"submission_sha256", sha256(submission.text)},
                       {"package_key", package.build.key},
                       {"sanitize", std::string(name_of(options.sanitize))},
                       {"grader_version", kVersion}};
  return report;
}

void give_each(Report& report, const Package& package, const std::vector<Case>& cases, Verdict verdict,
               const std::string& why) {
  report.cases.clear();
  for (const Case& a_case : cases) report.cases.push_back(not_run(a_case, package.manifest, verdict, why));
}

// What was not run could not be judged: no points either way, and the message says whose doing that was.
void say_interrupted(Report& report) {
  report.points.reset();
  report.message =
      fmt::format("interrupted: {} of {} cases were judged before", report.finished, report.declared);
}

Report finish_report(Report report, const Package& package, const std::vector<Case>& cases,
                     const GradeOptions& options, Clock::time_point start) {
  score(report, cases, package.manifest);
  if (report.interrupted) say_interrupted(report);
  report.duration_ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  return redact(std::move(report), options.audience, package.manifest.reveal);
}

class Grading {
 public:
  Grading(const Package& package, const Submission& submission, const GradeOptions& options,
          Progress& progress)
      : package_(package),
        submission_(submission),
        options_(options),
        progress_(progress),
        report_(blank_report(package, submission, options)) {}

  // Starts the compiler, so that loading the cases goes on beside it. False: nothing to compile.
  Result<void> start_compile() {
    if (!submission_.refusal.empty() || !options_.module.empty()) return {};
    if (options_.sanitize == SanitizeWhen::kAlways)
      if (auto there = check_sanitizers(package_.tools, package_.mode); !there) return there;
    progress_.step("compiling");
    auto build = start_module(package_.tools, package_.manifest, package_.build, submission_, Sanitize::kOff,
                              package_.mode);
    if (!build) return tl::make_unexpected(build.error());
    build_ = std::move(*build);
    return {};
  }

  Result<Report> finish(const std::vector<Case>& cases) {
    auto module = compiled_module();
    if (!module) return tl::make_unexpected(module.error());
    if (report_.compile.ok) {
      auto ran = run(*module, cases);
      if (!ran) return tl::make_unexpected(ran.error());
    } else if (stopped()) {
      report_.interrupted = true;
      give_each(report_, package_, cases, Verdict::kInternalError, "not run: interrupted");
    } else {
      give_each(report_, package_, cases, Verdict::kCompileError, "not run: the submission does not compile");
    }
    return finish_report(std::move(report_), package_, cases, options_, start_);
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  Result<std::filesystem::path> compiled_module() {
    if (!options_.module.empty()) return given_module();
    if (build_ == nullptr) {
      report_.compile.message = submission_.refusal;
      return std::filesystem::path();
    }
    make_ready_for_sessions(package_.mode);
    auto done = wait_for(*build_, options_.stop);
    if (!done) return tl::make_unexpected(done.error());
    report_.compile = std::move(done->report);
    report_.provenance["module_from_cache"] = done->from_cache ? "yes" : "no";
    return done->module;
  }

  // What `grader compile` left: a module, or the report of a compile that failed.
  Result<std::filesystem::path> given_module() {
    auto done = read_module_file(options_.module);
    if (!done) return tl::make_unexpected(done.error());
    report_.compile = std::move(done->report);
    return done->module;
  }

  Result<void> run(const std::filesystem::path& module, const std::vector<Case>& cases) {
    progress_.step("running");
    const int parallel = parallel_runs(options_);
    auto session = open_with(
        options_.open_session,
        {.runner = package_.build.runner, .module = module, .mode = package_.mode, .parallel = parallel});
    if (!session) return tl::make_unexpected(session.error());
    const Schedule schedule{.parallel = parallel,
                            .submission_wall = package_.manifest.limits.submission_wall,
                            .stop = options_.stop,
                            .requests = options_.requests};
    const std::vector<CaseRun> runs = run_cases(**session, package_.manifest, cases, schedule, progress_);
    report_.cases.reserve(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i)
      report_.cases.push_back(judge_run(cases[i], package_.manifest, runs[i]));
    report_.interrupted = stopped();
    report_.isolation = (*session)->isolation();
    if (!report_.interrupted)
      diagnose_report(package_, **session, cases, runs, report_,
                      {.source_lines = static_cast<int>(split_lines(submission_.text).size()),
                       .stop = options_.stop,
                       .open_session = options_.open_session,
                       .mistakes = options_.mistakes.get()});
    return report_.interrupted ? Result<void>() : look_again(cases, runs);
  }

  // A module that was given has no second build.
  Result<void> look_again(const std::vector<Case>& cases, const std::vector<CaseRun>& runs) {
    const SanitizeWhen when = options_.module.empty() ? options_.sanitize : SanitizeWhen::kNever;
    const SanitizedOptions options{.when = when,
                                   .parallel = parallel_runs(options_),
                                   .stop = options_.stop,
                                   .open_session = options_.open_session};
    return run_sanitized(package_, submission_, cases, runs, report_, options, progress_);
  }

  const Package& package_;
  const Submission& submission_;
  const GradeOptions& options_;
  Progress& progress_;
  Clock::time_point start_ = Clock::now();
  Report report_;
  std::unique_ptr<ModuleBuild> build_;
};

Result<std::vector<Case>> ready_cases(const Package& package, std::vector<Case> all,
                                      const GradeOptions& options) {
  auto cases = select_cases(std::move(all), options.only);
  if (!cases) return cases;
  for (Case& a_case : *cases) complete_case(a_case, package.manifest);
  auto filled = fill_expected(package, *cases);
  if (!filled) return tl::make_unexpected(filled.error());
  return cases;
}

}  // namespace

int parallel_runs(const GradeOptions& options) {
  return options.parallel > 0 ? options.parallel : core_count() + kSpareRuns;
}

ResultOrErrors<std::vector<Case>> open_cases(const Package& package, const GradeOptions& options) {
  auto all = load_cases(package.manifest, options.cases);
  if (!all) return tl::make_unexpected(all.error());
  auto cases = ready_cases(package, std::move(*all), options);
  if (!cases) return tl::make_unexpected(Errors{cases.error()});
  return std::move(*cases);
}

ResultOrErrors<Report> grade(const Package& package, const Submission& submission,
                             const GradeOptions& options, Progress& progress) {
  Grading grading(package, submission, options, progress);
  if (auto started = grading.start_compile(); !started) return tl::make_unexpected(Errors{started.error()});
  const auto cases = open_cases(package, options);
  if (!cases) return tl::make_unexpected(cases.error());
  auto report = grading.finish(*cases);
  if (!report) return tl::make_unexpected(Errors{report.error()});
  return std::move(*report);
}

Result<Report> grade_cases(const Package& package, const Submission& submission,
                           const std::vector<Case>& cases, const GradeOptions& options, Progress& progress) {
  Grading grading(package, submission, options, progress);
  if (auto started = grading.start_compile(); !started) return tl::make_unexpected(started.error());
  return grading.finish(cases);
}

Report internal_error_report(const Package& package, const Submission& submission, const Error& error,
                             const GradeOptions& options) {
  Report report = blank_report(package, submission, options);
  report.verdict = Verdict::kInternalError;
  report.message = clean_line(error.message);
  return report;
}

}  // namespace grader

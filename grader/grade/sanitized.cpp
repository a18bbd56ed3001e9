#include "grader/grade/sanitized.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "grader/base/text.h"
#include "grader/grade/judge_run.h"
#include "grader/grade/wait_module.h"
#include "grader/judge/judge.h"
#include "grader/judge/plan.h"
#include "grader/judge/sanitizer_words.h"
#include "grader/run/session.h"

namespace grader {
namespace {

constexpr int kSlower = 4;                          // what the sanitizers may cost in time and memory
constexpr std::int64_t kLeastMemory = 1LL << 30;    // AddressSanitizer's own tables count too
constexpr std::int64_t kReportBytes = 128LL << 10;  // of stderr, beside the program's own words
constexpr int kOpenFiles = 64;

// Reasons to look again: what a program does that lost its way, not what others do to it.
bool crashed(const CaseRun& run) {
  if (!run.outcome || run.outcome->ended.how != Ended::How::kSignalled) return false;
  constexpr std::array kSignals{SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTRAP};
  return std::find(kSignals.begin(), kSignals.end(), run.outcome->ended.code) != kSignals.end();
}

Manifest with_wider_limits(Manifest manifest) {
  Limits& limits = manifest.limits;
  limits.case_cpu *= kSlower;
  limits.case_wall *= kSlower;
  limits.submission_wall *= kSlower;
  limits.memory_bytes = std::max(kSlower * limits.memory_bytes, kLeastMemory);
  limits.stack_bytes *= 2;
  limits.output_bytes += kReportBytes;
  limits.open_files = std::max(limits.open_files, kOpenFiles);
  return manifest;
}

std::vector<Case> with_wider_limits(std::vector<Case> cases) {
  for (Case& a_case : cases)
    if (a_case.time_limit) *a_case.time_limit *= kSlower;
  return cases;
}

std::string text(const Isolation& isolation) {
  const std::string missing =
      isolation.missing.empty() ? "" : fmt::format(", without {}", fmt::join(isolation.missing, ", "));
  return fmt::format("level {}{}", isolation.level, missing);
}

// A sanitizer that found something ends the program in its own way, before it answered.
std::optional<SanitizerWords> words_of(const RunOutcome& outcome, const SubmissionSource& source) {
  const bool ended_so = outcome.ended.how == Ended::How::kExited && outcome.ended.code == kSanitizerExit;
  if (!ended_so || outcome.complete) return std::nullopt;
  const auto report = read_sanitizer_report(outcome.stderr_text);
  if (!report) return std::nullopt;
  return sanitizer_words(*report, source);
}

// What was known before stays, as a detail.
void explain(CaseReport& one, SanitizerWords words) {
  if (!one.message.empty()) words.details.push_back(std::move(one.message));
  one.message = std::move(words.message);
  one.details = std::move(words.details);
  if (!words.help.empty()) one.help = std::move(words.help);
}

class SecondLook {
 public:
  SecondLook(const Package& package, const Submission& submission, const std::vector<Case>& cases,
             Report& report, const SanitizedOptions& options, Progress& progress)
      : package_(package),
        submission_(submission),
        manifest_(with_wider_limits(package.manifest)),
        cases_(with_wider_limits(cases)),
        source_{.name = package.manifest.submission_name, .lines = split_lines(submission.text)},
        report_(report),
        options_(options),
        progress_(progress) {}

  // Leaves `session_` empty where the submission does not compile, or all was called off.
  Result<void> start() {
    progress_.step("preparing the sanitizers, once for an exercise");
    auto build = build_package(package_.tools, package_.manifest, Sanitize::kOn, package_.mode);
    if (!build) return tl::make_unexpected(build.error());
    if (stopped()) return {};
    progress_.step("compiling with the sanitizers");
    auto module =
        start_module(package_.tools, package_.manifest, *build, submission_, Sanitize::kOn, package_.mode);
    if (!module) return tl::make_unexpected(module.error());
    auto done = wait_for(**module, options_.stop);
    if (!done) return tl::make_unexpected(done.error());
    compiled_ = std::move(done->report);
    return compiled_.ok ? open(build->runner, done->module) : Result<void>();
  }

  void explain_crashes(const std::vector<std::size_t>& crashes) {
    if (session_ == nullptr) return;
    progress_.step("running again with the sanitizers");
    for (const std::size_t at : crashes) {
      if (stopped()) return;
      const Case& a_case = cases_[at];
      const RunLimits limits = case_limits(a_case, manifest_.limits);
      if (auto words = words_of(session_->run(plan(a_case, manifest_), limits), source_))
        explain(report_.cases[at], std::move(*words));
    }
  }

  void judge_all() {
    if (session_ == nullptr) return stopped() ? interrupt() : refuse();
    progress_.step("running with the sanitizers");
    const Schedule schedule{.parallel = options_.parallel,
                            .submission_wall = manifest_.limits.submission_wall,
                            .stop = options_.stop};
    const std::vector<CaseRun> runs = run_cases(*session_, manifest_, cases_, schedule, progress_);
    if (stopped()) return interrupt();
    for (std::size_t i = 0; i < cases_.size(); ++i) judge_again(report_.cases[i], cases_[i], runs[i]);
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  Result<void> open(const std::filesystem::path& runner, const std::filesystem::path& module) {
    auto session = open_with(options_.open_session, {.runner = runner,
                                                     .module = module,
                                                     .mode = package_.mode,
                                                     .parallel = options_.parallel,
                                                     .sanitized = true});
    if (!session) return tl::make_unexpected(session.error());
    session_ = std::move(*session);
    report_.provenance["sanitizer_isolation"] = text(session_->isolation());
    return {};
  }

  void interrupt() { report_.interrupted = true; }

  // Code that compiles without the sanitizers only is no submission: it hides from them.
  void refuse() {
    report_.compile = std::move(compiled_);
    report_.compile.message = "with the sanitizers it does not compile: " + report_.compile.message;
    for (std::size_t i = 0; i < cases_.size(); ++i)
      report_.cases[i] = not_run(cases_[i], manifest_, Verdict::kCompileError,
                                 "not run: the submission does not compile with the sanitizers");
  }

  void judge_again(CaseReport& one, const Case& a_case, const CaseRun& run) {
    const CaseReport again = judge_run(a_case, manifest_, run);
    const Verdict verdict = worse(one.verdict, again.verdict);
    if (auto words = run.outcome ? words_of(*run.outcome, source_) : std::nullopt) {
      explain(one, std::move(*words));
    } else if (verdict != one.verdict) {
      one.message = "built with the sanitizers: " + again.message;
      one.details = again.details;
      one.help = again.help;
      one.difference = again.difference;
      one.thrown = again.thrown;
    }
    one.verdict = verdict;
  }

  const Package& package_;
  const Submission& submission_;
  Manifest manifest_;
  std::vector<Case> cases_;
  SubmissionSource source_;
  Report& report_;
  const SanitizedOptions& options_;
  Progress& progress_;
  CompileReport compiled_;
  std::unique_ptr<Session> session_;
};

// The first of each function that somebody may read about.
std::vector<std::size_t> crashes_to_explain(const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                                            const Report& report) {
  std::vector<std::size_t> chosen;
  std::set<int> functions;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool shown = !cases[i].hidden || report.audience == "instructor";
    if (shown && crashed(runs[i]) && functions.insert(cases[i].function).second) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace

std::string_view name_of(SanitizeWhen when) {
  switch (when) {
    case SanitizeWhen::kAuto:
      return "auto";
    case SanitizeWhen::kAlways:
      return "always";
    case SanitizeWhen::kNever:
      break;
  }
  return "never";
}

Result<void> run_sanitized(const Package& package, const Submission& submission,
                           const std::vector<Case>& cases, const std::vector<CaseRun>& runs, Report& report,
                           const SanitizedOptions& options, Progress& progress) {
  if (options.when == SanitizeWhen::kNever) return {};
  const bool always = options.when == SanitizeWhen::kAlways;
  const auto crashes = always ? std::vector<std::size_t>() : crashes_to_explain(cases, runs, report);
  if (!always && (crashes.empty() || !check_sanitizers(package.tools, package.mode))) return {};
  SecondLook look(package, submission, cases, report, options, progress);  // copies all cases
  const auto started = look.start();
  if (!started && always) return fail("the sanitizers can not be used here: " + started.error().message);
  if (always)
    look.judge_all();
  else if (started)
    look.explain_crashes(crashes);
  return {};
}

}  // namespace grader

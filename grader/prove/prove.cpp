#include "grader/prove/prove.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "grader/base/side_by_side.h"
#include "grader/grade/grade.h"
#include "grader/grade/mistakes.h"
#include "grader/prove/run_submission.h"

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;

// Runs of one submission at a time: while the grader judges one, the next is under way.
constexpr int kRunsBeside = 2;

struct Done {
  ProvedSubmission row;
  KnownMistake known;  // of a mistake
};

/// Compiles and runs the submissions on all cores.
class Workers {
 public:
  Workers(const Package& package, const Catalogue& catalogue, const std::vector<Case>& cases,
          std::vector<KnownSubmission> submissions, const ProveOptions& options)
      : package_(package),
        catalogue_(catalogue),
        cases_(cases),
        submissions_(std::move(submissions)),
        options_(options),
        results_(submissions_.size()) {}

  Result<std::vector<Done>> run(Progress& progress) {
    const auto total = static_cast<int>(submissions_.size());
    side_by_side(
        submissions_.size(), {.threads = options_.parallel, .stop = [this] { return stopped(); }},
        [this](std::size_t at) { finish(at, one(at)); },
        [&](std::size_t done) { progress.count(static_cast<int>(done), total); });
    if (error_) return tl::make_unexpected(*error_);
    std::vector<Done> done;
    for (auto& result : results_)
      if (result) done.push_back(std::move(*result));
    if (done.size() < results_.size()) return fail("interrupted: nothing is known of the case set");
    return done;
  }

 private:
  bool stopped() const { return failed_ || (options_.stop && options_.stop()); }

  Result<Done> one(std::size_t at) const {
    const KnownSubmission& submission = submissions_[at];
    const auto graded =
        run_submission(package_, submission, cases_, kRunsBeside, [this] { return stopped(); });
    if (!graded) return tl::make_unexpected(graded.error());
    if (stopped()) return fail("interrupted");
    if (const auto ours =
            std::ranges::find(graded->report.cases, Verdict::kInternalError, &CaseReport::verdict);
        ours != graded->report.cases.end())
      return fail_internal(submission.name + ", case " + ours->name + ": " + ours->message);
    return Done{.row = row_of(submission, *graded), .known = known_mistake(submission, *graded)};
  }

  KnownMistake known_mistake(const KnownSubmission& submission, const GradedSubmission& graded) const {
    if (submission.role != Role::kMistake || graded.runs.empty()) return {};
    const auto mistake = std::ranges::find(catalogue_.mistakes, submission.name, &Mistake::name);
    return make_known_mistake(*mistake, graded.text, cases_, graded.runs, graded.report.cases);
  }

  void finish(std::size_t at, Result<Done> done) {
    const std::lock_guard lock(mutex_);
    if (done) {
      results_[at] = std::move(*done);
    } else if (!error_) {
      error_ = done.error();
      failed_ = true;
    }
  }

  const Package& package_;
  const Catalogue& catalogue_;
  const std::vector<Case>& cases_;
  const std::vector<KnownSubmission> submissions_;
  const ProveOptions& options_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // guards what follows
  std::vector<std::optional<Done>> results_;
  std::optional<Error> error_;
};

std::vector<ProvedCase> columns(const std::vector<Case>& cases, const Manifest& manifest) {
  std::vector<ProvedCase> columns;
  columns.reserve(cases.size());
  for (const Case& a_case : cases)
    columns.push_back({.name = a_case.name,
                       .function = manifest.functions.at(static_cast<std::size_t>(a_case.function)).name,
                       .hidden = a_case.hidden,
                       .kind = a_case.kind});
  return columns;
}

}  // namespace

ResultOrErrors<Proof> prove(const Package& package, const Catalogue& catalogue, const ProveOptions& options,
                            Progress& progress) {
  const auto start = Clock::now();
  progress.step("loading the cases");
  const auto cases = open_cases(package, {});
  if (!cases) return tl::make_unexpected(cases.error());
  auto submissions = list_submissions(package.manifest, catalogue);
  if (!submissions) return tl::make_unexpected(Errors{submissions.error()});
  Proof proof{.title = package.manifest.title,
              .matrix = {.cases = columns(*cases, package.manifest), .submissions = {}},
              .outcomes = {}};
  if (!catalogue.mistakes.empty()) {
    auto outcomes = blank_mistake_outcomes(package, *cases);
    if (!outcomes) return tl::make_unexpected(Errors{outcomes.error()});
    proof.outcomes = std::move(*outcomes);
  }
  progress.step("grading all that is known");
  auto done = Workers(package, catalogue, *cases, std::move(*submissions), options).run(progress);
  if (!done) return tl::make_unexpected(Errors{done.error()});
  for (Done& one : *done) {
    if (!one.known.name.empty()) proof.outcomes.mistakes.push_back(std::move(one.known));
    proof.matrix.submissions.push_back(std::move(one.row));
  }
  proof.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  return proof;
}

}  // namespace grader

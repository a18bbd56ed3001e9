#include "grader/class/class_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "grader/base/side_by_side.h"
#include "grader/base/text.h"
#include "grader/class/class_folder.h"
#include "grader/class/class_regrade.h"
#include "grader/class/class_setup.h"
#include "grader/class/class_submission.h"
#include "grader/class/content_gate.h"
#include "grader/class/kept_runs.h"
#include "grader/class/memory_budget.h"
#include "grader/class/record_json.h"
#include "grader/class/record_of.h"
#include "grader/grade/reference.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// A submission that is to be graded.
struct Todo {
  std::size_t entry = 0;
  std::string content;  // digest of its text
  bool first = true;    // of its content
};

bool is_file_with_content(const fs::path& path) {
  std::error_code ec;
  return fs::file_size(path, ec) > 0 && !ec;
}

class ClassRun {
 public:
  ClassRun(const Package& package, const ClassOptions& options, ClassSetup setup, const ClassFolder& folder,
           ClassProgress& progress)
      : package_(package),
        options_(options),
        setup_(std::move(setup)),
        folder_(folder),
        progress_(progress),
        index_(index_of(package, options, setup_)),
        runs_(folder, options.fresh, setup_.digests) {}

  Result<ClassSummary> run() {
    summary_.notes = setup_.notes;
    if (auto written = folder_.write(index_); !written) return tl::make_unexpected(written.error());
    progress_.step("looking through the submissions");
    for_each(setup_.entries.size(), core_count(), [this](std::size_t at) { examine(at); });
    if (auto graded = grade_all(); !graded) return tl::make_unexpected(graded.error());
    if (error_) return tl::make_unexpected(*error_);
    summary_.interrupted = stopped();
    if (summary_.interrupted || !options_.shard.is_whole()) return summary_;
    if (auto written = write_results(); !written) return tl::make_unexpected(written.error());
    return summary_;
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  void for_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    side_by_side(count, {.threads = threads, .apart = true, .stop = [this] { return stopped() || failed(); }},
                 work, [this, count](std::size_t done) { show(done, count); });
  }

  void show(std::size_t done, std::size_t count) {
    const std::lock_guard lock(mutex_);
    if (grading_) progress_.count(done, count, verdicts_now_);
  }

  bool failed() {
    const std::lock_guard lock(mutex_);
    return error_.has_value();
  }

  void fail_with(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
  }

  Result<void> write_results() {
    ClassInfo info = info_of(index_);
    if (!options_.regrade.empty()) {
      auto diff = compare_folders(options_.regrade, folder_.path());
      if (!diff) return tl::make_unexpected(diff.error());
      summary_.regrade = *diff;
      info.regrade = std::move(*diff);
    }
    return results_.write(folder_.path(), info);
  }

  // ---- What is there already

  void examine(std::size_t at) {
    const ClassEntry& entry = setup_.entries[at];
    std::optional<ClassRecord> before = record_before(entry);
    if (!entry.found) return keep_absent(entry, before);
    const Submission submission = read_class_submission(entry, package_.manifest.limits);
    if (before && is_current(*before, entry, submission)) return keep(std::move(*before), entry);
    const std::lock_guard lock(mutex_);
    ++summary_.submissions;
    todo_.push_back({.entry = at, .content = content_of(submission)});
  }

  std::optional<ClassRecord> record_before(const ClassEntry& entry) {
    if (options_.fresh) return std::nullopt;
    auto before = read_class_record(folder_.path(), entry.id);
    if (before) return std::move(*before);
    const std::lock_guard lock(mutex_);
    summary_.notes.push_back(fmt::format("the record of '{}' was damaged and is made anew: {}", entry.student,
                                         clean_line(before.error().message)));
    return std::nullopt;
  }

  bool is_current(const ClassRecord& before, const ClassEntry& entry, const Submission& submission) const {
    const bool same_work = submission.refusal.empty() ? before.submission_sha256 == content_of(submission)
                                                      : before.submission_sha256.empty() &&
                                                            before.reason == clean_line(submission.refusal);
    return same_work && before.state == ClassRecord::State::kGraded && before.student == entry.student &&
           before.file == entry.file && before.provenance == setup_.provenance &&
           std::ranges::all_of(report_paths(folder_.path(), entry.id, options_.reports),
                               is_file_with_content);
  }

  // The grade stands; what the roster says may be new.
  void keep(ClassRecord record, const ClassEntry& entry) {
    if (record.roster != entry.roster) {
      record.roster = entry.roster;
      if (auto written = folder_.write(record); !written) return fail_with(written.error());
    }
    const std::lock_guard lock(mutex_);
    ++summary_.submissions;
    ++summary_.kept;
    ++summary_.verdicts[record.verdict];
    results_.add(record);
  }

  void keep_absent(const ClassEntry& entry, const std::optional<ClassRecord>& before) {
    const ClassRecord record = not_handed_in(entry, setup_.max_points, setup_.provenance);
    if (!before || write_record(*before) != write_record(record))
      if (auto written = folder_.write(record); !written) return fail_with(written.error());
    const std::lock_guard lock(mutex_);
    ++summary_.not_handed_in;
    results_.add(record);
  }

  // ---- Grading

  Result<void> grade_all() {
    if (todo_.empty() || stopped() || error_) return {};
    const int jobs = options_.jobs > 0 ? options_.jobs : core_count();
    const auto room =
        room_for(package_.manifest.limits, jobs, options_.memory_bytes, static_cast<int>(todo_.size()));
    if (!room) return tl::make_unexpected(room.error());
    room_ = *room;
    if (room_.submissions < std::min(jobs, static_cast<int>(todo_.size())))
      summary_.notes.push_back(
          fmt::format("graded {} at a time and not {}: more may not fit into memory, see --memory",
                      room_.submissions, jobs));
    put_in_order();
    runs_.read_reference(reference_module(package_).value_or(fs::path()));
    grading_ = true;
    progress_.step("grading");
    for_each(todo_.size(), room_.submissions, [this](std::size_t at) { grade(todo_[at]); });
    return runs_.write_reference();
  }

  // One submission of each content first: the others find its module, and wait for it where they must.
  void put_in_order() {
    std::ranges::sort(todo_, {}, &Todo::entry);
    std::set<std::string> seen;
    for (Todo& one : todo_) one.first = one.content.empty() || seen.insert(one.content).second;
    std::stable_partition(todo_.begin(), todo_.end(), [](const Todo& one) { return one.first; });
  }

  // An exception is told to those who wait for this content, too.
  void grade(const Todo& todo) {
    if (!todo.first && !gate_.wait_for(todo.content, [this] { return stopped() || failed(); })) return;
    try {
      grade_one(todo);
    } catch (const std::exception& error) {
      fail_with(fail_internal(error.what()).value());
    }
    gate_.open(todo.content);
  }

  void grade_one(const Todo& todo) {
    const ClassEntry& entry = setup_.entries[todo.entry];
    KeptRuns::Submission runs;
    runs_.read(entry.id, runs);
    const Submission submission = read_class_submission(entry, package_.manifest.limits);
    Report report = report_of(submission, runs);
    if (!report.interrupted && !stopped()) finish(entry, submission, std::move(report), runs);
  }

  // Whatever goes wrong with one submission is its own internal_error: the others are graded.
  Report report_of(const Submission& submission, KeptRuns::Submission& runs) {
    const GradeOptions grading = grade_options(runs);
    try {
      Progress silent;
      auto report = grade_cases(package_, submission, setup_.cases, grading, silent);
      return report ? std::move(*report) : broken(submission, report.error(), grading);
    } catch (const std::exception& error) {
      return broken(submission, fail_internal(error.what()).value(), grading);
    }
  }

  Report broken(const Submission& submission, const Error& error, const GradeOptions& grading) const {
    Report report = internal_error_report(package_, submission, error, grading);
    report.max_points = setup_.max_points;
    return report;
  }

  GradeOptions grade_options(KeptRuns::Submission& runs) {
    return {.cases = options_.cases,
            .only = options_.only,
            .audience = "instructor",
            .module = {},
            .parallel = room_.runs,
            .stop = options_.stop,
            .sanitize = options_.sanitize,
            .open_session = runs_.opener(runs),
            .mistakes = setup_.mistakes,
            .requests = setup_.requests};
  }

  // The record is written last: where it is, all the rest is.
  void finish(const ClassEntry& entry, const Submission& submission, Report report,
              const KeptRuns::Submission& runs) {
    const ClassRecord record = record_of(entry, submission, report, setup_.facts, setup_.provenance);
    const auto cached = report.provenance.find("module_from_cache");
    const bool compiled = cached != report.provenance.end() && cached->second == "no";
    auto written = write_class_reports(folder_.path(), entry.id, std::move(report), options_.reports,
                                       package_.manifest.reveal)
                       .and_then([&] { return runs_.write(entry.id, runs); })
                       .and_then([&] { return folder_.write(record); });
    if (!written) return fail_with(written.error());
    const std::lock_guard lock(mutex_);
    ++summary_.graded;
    summary_.failed += record.state == ClassRecord::State::kFailed ? 1 : 0;
    summary_.compiled += compiled ? 1 : 0;
    summary_.runs += runs.store.kept();
    summary_.known_runs += runs.store.found();
    ++summary_.verdicts[record.verdict];
    ++verdicts_now_[record.verdict];
    results_.add(record);
    progress_.graded(record);
  }

  const Package& package_;
  const ClassOptions& options_;
  const ClassSetup setup_;
  const ClassFolder& folder_;
  ClassProgress& progress_;
  const ClassIndex index_;
  Room room_;
  KeptRuns runs_;
  bool grading_ = false;
  ContentGate gate_;  // for those whose content another is graded with

  std::mutex mutex_;  // guards what follows
  std::vector<Todo> todo_;
  ClassSummary summary_;
  ClassResults results_;
  std::map<Verdict, int> verdicts_now_;
  std::optional<Error> error_;
};

}  // namespace

ResultOrErrors<ClassSummary> run_class(const Package& package, const ClassOptions& options,
                                       ClassProgress& progress) {
  if (!options.regrade.empty())
    if (auto old = check_regrade(options.regrade, options.out); !old)
      return tl::make_unexpected(Errors{old.error()});
  progress.step("loading the cases");
  auto setup = set_up_class(package, options);
  if (!setup) return tl::make_unexpected(setup.error());
  const auto folder = ClassFolder::open(options.out, options.shard);
  if (!folder) return tl::make_unexpected(Errors{folder.error()});
  auto summary = ClassRun(package, options, std::move(*setup), *folder, progress).run();
  if (!summary) return tl::make_unexpected(Errors{summary.error()});
  return std::move(*summary);
}

}  // namespace grader

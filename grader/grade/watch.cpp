#include "grader/grade/watch.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "grader/base/text.h"
#include "grader/grade/file_watch.h"

namespace grader {
namespace {

constexpr auto kTick = std::chrono::milliseconds(100);
// An editor may write, rename and touch within a moment: one grade for all of it.
constexpr auto kSettle = std::chrono::milliseconds(30);

class Watch {
 public:
  Watch(std::filesystem::path folder, std::filesystem::path file, sandbox::Mode mode,
        const GradeOptions& options, Progress& progress, const WatchEvents& events, FileWatch& saves)
      : folder_(std::move(folder)),
        file_(std::move(file)),
        mode_(mode),
        options_(options),
        progress_(progress),
        events_(events),
        saves_(saves) {}

  void run() {
    while (!stopped()) {
      outdated_ = false;
      look();
      while (!stopped() && !outdated_) outdated_ = saves_.changed(kTick);
      while (!stopped() && saves_.changed(kSettle)) {
      }
    }
  }

 private:
  bool stopped() const { return options_.stop && options_.stop(); }

  // Asked by the grade that runs: a newer save makes it outdated.
  bool dropped() {
    outdated_ = outdated_ || saves_.changed(std::chrono::milliseconds(0));
    return outdated_ || stopped();
  }

  void look() {
    std::error_code ignored;
    const bool there = std::filesystem::exists(file_, ignored);
    if (!there && !gone_)
      events_.notice(fmt::format("'{}' is gone; waiting for it to come back", clean_line(file_.string())));
    gone_ = !there;
    if (there) grade_once();
  }

  void grade_once() {
    auto package = open_package(folder_, mode_);
    if (!package) return events_.failed(package.error());
    auto submission = read_submission(file_, package->manifest.limits);
    if (!submission) return;  // it vanished between the two looks: the next event tells
    if (graded_ == submission->text) return;
    GradeOptions options = options_;
    options.stop = [this] { return dropped(); };
    const auto report = grade(*package, *submission, options, progress_);
    if (outdated_) return;
    if (!report) return events_.failed(report.error());
    graded_ = submission->refusal.empty() ? std::optional(submission->text) : std::nullopt;
    events_.graded(*report);
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
  sandbox::Mode mode_;
  const GradeOptions& options_;
  Progress& progress_;
  const WatchEvents& events_;
  FileWatch& saves_;
  bool outdated_ = false;
  bool gone_ = false;
  std::optional<std::string> graded_;
};

}  // namespace

Result<void> watch(const std::filesystem::path& folder, const std::filesystem::path& file, sandbox::Mode mode,
                   const GradeOptions& options, Progress& progress, const WatchEvents& events) {
  auto saves = FileWatch::open(file);
  if (!saves) return tl::make_unexpected(saves.error());
  Watch(folder, file, mode, options, progress, events, **saves).run();
  return {};
}

}  // namespace grader

// What `grader class` says while it works: one line on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "grader/class/class_run.h"
#include "grader/grade/progress.h"

namespace grader::cli {

/// `grading 12/200, about 1:40 left: 5 accepted, 7 wrong_answer`. Not on a terminal: a plain line at most
/// every kPause, so that a log tells that it goes on.
class ConsoleClassProgress : public ClassProgress {
 public:
  explicit ConsoleClassProgress(bool verbose);
  void step(std::string_view what) override;
  void count(std::size_t done, std::size_t total, const std::map<Verdict, int>& verdicts) override;
  void graded(const ClassRecord& record) override;
  void clear() { terminal_.clear(); }

  static constexpr std::chrono::seconds kPause{15};

 private:
  using Clock = std::chrono::steady_clock;

  TerminalProgress terminal_;
  bool is_terminal_;
  bool verbose_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

/// `5 accepted, 7 wrong_answer`, the best verdict first.
std::string verdicts_text(const std::map<Verdict, int>& verdicts);

/// `1:40` of a time: minutes and seconds, with hours where there are any.
std::string clock_text(std::chrono::seconds time);

}  // namespace grader::cli

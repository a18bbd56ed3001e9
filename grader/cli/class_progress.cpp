#include "grader/cli/class_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

namespace grader::cli {

ConsoleClassProgress::ConsoleClassProgress(bool verbose)
    : is_terminal_(::isatty(STDERR_FILENO) == 1), verbose_(verbose) {}

void ConsoleClassProgress::step(std::string_view what) {
  start_ = last_ = Clock::now();
  terminal_.step(what);
}

void ConsoleClassProgress::count(std::size_t done, std::size_t total,
                                 const std::map<Verdict, int>& verdicts) {
  const auto now = Clock::now();
  if (!is_terminal_ && now - last_ < kPause) return;
  last_ = now;
  std::string line = fmt::format("grading {}/{}", done, total);
  if (done > 0) {
    const auto left = (now - start_) / done * (total - done);
    line += fmt::format(", about {} left: {}", clock_text(std::chrono::ceil<std::chrono::seconds>(left)),
                        verdicts_text(verdicts));
  }
  if (is_terminal_)
    terminal_.step(line);
  else
    fmt::print(stderr, "{}\n", line);
}

void ConsoleClassProgress::graded(const ClassRecord& record) {
  if (!verbose_) return;
  terminal_.clear();
  fmt::print(stderr, "{}: {}{}\n", record.student, to_string(record.verdict),
             record.points ? fmt::format(", {:g} of {:g} points", *record.points, record.max_points) : "");
}

std::string verdicts_text(const std::map<Verdict, int>& verdicts) {
  std::vector<std::string> parts;
  for (auto at = verdicts.rbegin(); at != verdicts.rend(); ++at)
    if (at->second > 0) parts.push_back(fmt::format("{} {}", at->second, to_string(at->first)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string clock_text(std::chrono::seconds time) {
  const auto seconds = time.count();
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace grader::cli

#include "grader/grade/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace grader {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kQuiet = std::chrono::milliseconds(500);
constexpr auto kPause = std::chrono::milliseconds(100);

}  // namespace

TerminalProgress::TerminalProgress()
    : terminal_(::isatty(STDERR_FILENO) == 1), start_(Clock::now()), last_(start_) {}

TerminalProgress::~TerminalProgress() {
  TerminalProgress::clear();
}

void TerminalProgress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void TerminalProgress::step(std::string_view what) {
  step_ = what;
  show(step_);
}

void TerminalProgress::count(int done, int total) {
  show(fmt::format("{} {}/{}", step_, done, total));
}

void TerminalProgress::show(const std::string& line) {
  const auto now = Clock::now();
  if (!terminal_ || now - start_ < kQuiet || (shown_ && now - last_ < kPause)) return;
  last_ = now;
  shown_ = true;
  fmt::print(stderr, "\r\033[K{} …", line);
  std::fflush(stderr);
}

}  // namespace grader

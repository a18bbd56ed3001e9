#include "grader/cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace grader::cli {
namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

// Empty where it is not set, which counts as the same.
std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

Result<void> print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      return fail_internal(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

ExitCode report_errors(const Errors& errors) {
  std::fputs(to_text(errors).c_str(), stderr);
  const bool ours =
      std::any_of(errors.begin(), errors.end(), [](const Error& e) { return e.fault == Fault::kInternal; });
  return ours ? ExitCode::kInternal : ExitCode::kUse;
}

ExitCode report_error(const Error& error) {
  return report_errors({error});
}

std::function<bool()> watch_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  return [] { return interrupted != 0; };
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

bool use_color(Color color) {
  if (color != Color::kAuto) return color == Color::kAlways;
  const std::string_view term = environment("TERM");
  const bool dumb = term.empty() || term == "dumb";
  return ::isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").empty() && !dumb;
}

bool utf8_terminal() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = environment(name);
    if (locale.empty()) continue;
    return locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos;
  }
  return true;
}

int text_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 100;
  return std::clamp<int>(size.ws_col, 60, 160);
}

}  // namespace grader::cli

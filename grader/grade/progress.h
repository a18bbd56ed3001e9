// What a long command says while it works.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace grader {

/// Hears of the work's steps. The default says nothing.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void step(std::string_view /*what*/) {}
  virtual void count(int /*done*/, int /*total*/) {}
  /// Wipes what was shown, before something else is printed.
  virtual void clear() {}
};

/// One line on a terminal, rewritten in place and wiped at the end; silent for work under half a second and
/// where stderr is no terminal.
class TerminalProgress : public Progress {
 public:
  TerminalProgress();
  ~TerminalProgress() override;
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;
  void step(std::string_view what) override;
  void count(int done, int total) override;
  void clear() override;

 private:
  void show(const std::string& line);

  bool terminal_ = false;
  bool shown_ = false;
  std::string step_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace grader

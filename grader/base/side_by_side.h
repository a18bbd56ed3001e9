// The same work for many things, on several threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

namespace grader {

struct SideBySide {
  int threads = 0;     // at most so many; 0: one a core
  bool apart = false;  // where there is a thread for each core, each stays on its own, and what it starts
  std::function<bool()> stop;  // asked before each piece, by every thread; true: no more begin
  std::chrono::milliseconds tick{500};
};

/// Calls `work` with 0, 1, … `count - 1`, begun in that order, and `watch` on the calling thread with how
/// many are done: after each one and every `tick`. Back when all threads have ended. An exception of `work`
/// ends the others after their piece and is thrown on.
void side_by_side(std::size_t count, const SideBySide& how, const std::function<void(std::size_t)>& work,
                  const std::function<void(std::size_t done)>& watch);

/// The cores of this machine, at least 1.
int core_count();

}  // namespace grader

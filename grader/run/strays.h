// Processes that a student's code left behind, where no lock kept it from starting any.
#pragma once

#include <sys/types.h>

#include <array>
#include <span>

namespace grader {

/// From now on the children of dead children come to this process.
void adopt_strays();

/// Kills and reaps every child of this process, and what these leave in turn, but for those that `is_known`
/// names. Where /proc does not tell, nothing happens. Takes no memory from the heap.
template <class IsKnown>
void end_strays(IsKnown is_known);

namespace strays {

/// Some of this process's children now, at most as many as fit.
std::span<const pid_t> some_children(std::span<pid_t> room);
void end(pid_t pid);

}  // namespace strays

template <class IsKnown>
void end_strays(IsKnown is_known) {
  // A fork bomb may add some while others are killed; it loses, as each of them dies within one round.
  constexpr int kMostRounds = 1000;
  std::array<pid_t, 512> room{};
  for (int round = 0; round < kMostRounds; ++round) {
    int ended = 0;
    for (const pid_t pid : strays::some_children(room)) {
      if (is_known(pid)) continue;
      strays::end(pid);
      ++ended;
    }
    if (ended == 0) return;
  }
}

}  // namespace grader

// What the sandbox's inner process tells the grader, over a socket that no program inside ever holds.
#pragma once

#include <sys/resource.h>

namespace grader::sandbox {

/// One packet. Kept plain, so that it can be made where nothing may be allocated.
struct Status {
  enum class Kind : int {
    kFailed,   // setup failed at `step` with `error_number`: nothing of the program ran
    kStarted,  // the program runs
    kEnded,    // the program ended with `wait_status`
  };
  Kind kind = Kind::kFailed;
  int error_number = 0;
  int wait_status = 0;
  struct rusage usage {};
  char step[160] = {};
};

/// What the grader sends inwards.
enum class Order : char { kGo = 'g', kKill = 'k' };

}  // namespace grader::sandbox

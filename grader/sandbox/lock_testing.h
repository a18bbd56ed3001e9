// Children under the lock, for tests: they play the runner.
#pragma once

#include <iosfwd>
#include <string>

#include "grader/sandbox/lock.h"

namespace grader::sandbox {

/// How a child under the lock ended: by a forbidden call, or with what its function returned.
struct Fate {
  std::string forbidden;
  int code = -1;
  int signal = 0;
  bool operator==(const Fate&) const = default;
};
void PrintTo(const Fate& fate, std::ostream* out);

Fate allowed();
Fate refused(int error);
Fate forbidden(const char* name);

/// A file in the folder of the C library.
std::string beside_libc(const char* name);
/// Some library that the tests do not have loaded stands for the module.
std::string module_path();
ChildLock usual_lock();

/// Forks, takes the listener, waits for a forbidden call or the end. The child's exit code is what `inside`
/// returns.
Fate run_locked(int (*inside)(), ChildLock lock = usual_lock());

/// Where somebody around us listens already the names of forbidden calls stay unknown.
bool listener_can_be_had();

/// errno when `result` is negative, else 0.
int error_of(long result);

}  // namespace grader::sandbox

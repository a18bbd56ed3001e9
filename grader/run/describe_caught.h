// What an exception of a student's code was.
#pragma once

#include "grader/model/outcome.h"

namespace grader {

/// Describes the exception that is being handled: its type, the known types it can be caught as, what() cut
/// to kMaxMessageBytes (or the text or number that was thrown), and the line where the kit knows it. Runs
/// what() of the student's class, which may do anything at all. REQUIRES: called in a handler; not for a
/// forced unwinding (pthread_exit), which is no exception.
Thrown describe_caught();

}  // namespace grader

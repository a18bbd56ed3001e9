// The two processes inside: the inner init, and the program that it starts.
#pragma once

#include "grader/sandbox/child_plan.h"

namespace grader::sandbox {

/// What the cloned process does, from its first instruction to its end. Allocates nothing: another thread of
/// the grader may have held the allocator's lock when it was cloned.
[[noreturn]] void run_child(const ChildPlan& plan);

}  // namespace grader::sandbox

// Makes a sandbox of given layers around a program, or around a function of ours.
#pragma once

#include <memory>

#include "grader/sandbox/child_plan.h"
#include "grader/sandbox/layers.h"
#include "grader/sandbox/process.h"

namespace grader::sandbox {

/// As start(), with the layers chosen by the caller. With `inside` that function runs in place of the
/// program: on a copy of the grader's memory, so it may not allocate where the grader has several threads.
Result<std::unique_ptr<ChildProcess>> spawn(const Program& program, const Limits& limits,
                                            const Layers& layers, Inside inside = nullptr);

}  // namespace grader::sandbox

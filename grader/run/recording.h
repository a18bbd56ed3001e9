// The kit's recorder, as the protocol's operations.
#pragma once

#include <vector>

#include "grader/model/outcome.h"

namespace grader {

/// Forgets what was recorded before. Nothing is recorded with Recording::kOff.
void start_recording(Recording recording);

/// What the calls since start_recording did, and ends the recording. kCounts gives one operation for each
/// name and line with its count and without shapes; kShapes and kValues give each operation, element access
/// left out, and then the stages.
std::vector<Operation> take_recording(Recording recording, int call);

}  // namespace grader

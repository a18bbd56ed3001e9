// A class's submission as it is read for grading.
#pragma once

#include <string>

#include "grader/class/class_list.h"
#include "grader/compile/module.h"
#include "grader/model/manifest.h"

namespace grader {

/// What was handed in. Where it cannot be read, `refusal` says why. REQUIRES: something was found for
/// `entry`.
Submission read_class_submission(const ClassEntry& entry, const Limits& limits);

/// Digest of its text; "" where it was refused.
std::string content_of(const Submission& submission);

}  // namespace grader

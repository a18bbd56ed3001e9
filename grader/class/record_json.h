// A record as JSON: what a class run keeps of each submission, and reads again to go on or to grade anew.
#pragma once

#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/class/class_record.h"

namespace grader {

/// `record` as JSON with the members always in the same order, ending in a line break. Texts are cleaned
/// (clean_text), so any bytes may be in them; a number that is not finite is written as 0, `points` as null.
std::string write_record(const ClassRecord& record);

/// What write_record wrote. Fails on anything else: no JSON, another version, a member that is missing,
/// unknown or of another type, a verdict that there is not, an `id` that is no safe file name. Takes any
/// bytes.
Result<ClassRecord> read_record(std::string_view text);

/// `graded`, `failed` or `not_handed_in`.
std::string_view to_string(ClassRecord::State state);

}  // namespace grader

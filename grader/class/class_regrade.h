// What changed from an earlier grading of a class to this one, by the records of both.
#pragma once

#include <filesystem>

#include "grader/base/error.h"
#include "grader/class/class_diff.h"

namespace grader {

/// Fails where `before` has no results of a class, or is the folder that is written to.
Result<void> check_regrade(const std::filesystem::path& before, const std::filesystem::path& out);

/// The difference of all records of the two folders, read one pair after the other. A record that cannot be
/// read counts as none.
Result<ClassDiff> compare_folders(const std::filesystem::path& before, const std::filesystem::path& after);

}  // namespace grader

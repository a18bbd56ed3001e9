// Grades a file again at every save.
#pragma once

#include <filesystem>
#include <functional>

#include "grader/base/error.h"
#include "grader/grade/grade.h"

namespace grader {

/// What the caller shows.
struct WatchEvents {
  std::function<void(const Report&)> graded;
  std::function<void(const Errors&)> failed;  // a case file or the manifest has errors; the watch goes on
  std::function<void(const std::string&)> notice;  // the file is gone, is back, …
};

/// Grades `file` now and at every save until `options.stop` says so. One compile at a time: a save while one
/// runs drops it and starts over. A save that changes nothing is not graded again. The cases and the manifest
/// are read again each time, so that an instructor sees an edit of theirs at the next save.
Result<void> watch(const std::filesystem::path& folder, const std::filesystem::path& file, sandbox::Mode mode,
                   const GradeOptions& options, Progress& progress, const WatchEvents& events);

}  // namespace grader

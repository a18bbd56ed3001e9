// Tells when one file was saved, however the editor saves it.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "grader/base/error.h"

namespace grader {

/// Watches the folder, not the file: an editor that writes beside and renames, or removes and makes anew, is
/// seen. The folder itself may vanish and come back: then it is looked for every half second.
class FileWatch {
 public:
  static Result<std::unique_ptr<FileWatch>> open(const std::filesystem::path& file);
  virtual ~FileWatch() = default;
  /// True when something happened to the file since the last call; waits at most `timeout` for it.
  virtual bool changed(std::chrono::milliseconds timeout) = 0;
};

}  // namespace grader

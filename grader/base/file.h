// Reading and writing whole files, and temporary folders that go when they are let go.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "grader/base/error.h"

namespace grader {

/// The bytes of a regular file. Fails when it is not there, not regular, not readable or over `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::int64_t max_bytes = 64LL << 20);

/// Writes beside `path` and renames: a reader sees the old file or the new one, never half of one.
/// Missing folders above it are made. A device, a pipe or a link is written to and stays what it is.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

/// As write_file, and on the disk before the rename: after a crash of the machine, too, there is the old file
/// or the new one. Whatever else stands at `path`, a link or a device, is replaced.
Result<void> write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// A new empty folder, mode 0700, below $TMPDIR or /tmp; removed with all in it at the end.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make(std::string_view prefix);
  TemporaryFolder(TemporaryFolder&&) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace grader

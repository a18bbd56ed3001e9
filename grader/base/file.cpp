#include "grader/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "grader/base/text.h"
#include "grader/base/unique_fd.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

std::string quoted(const fs::path& path) {
  return fmt::format("'{}'", clean_line(path.string()));
}

Result<void> write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_errno("cannot write " + quoted(path), errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

// A device, a pipe, or a link to either (/dev/stdout): a rename would put a file in its place.
bool is_no_plain_file(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

Result<void> write_through(const fs::path& path, std::string_view bytes) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0644));
  if (!fd) return fail_errno("cannot write " + quoted(path), errno);
  return write_all(fd.get(), bytes, path);
}

Result<void> write_to_disk(int fd, std::string_view bytes, const fs::path& path) {
  if (auto written = write_all(fd, bytes, path); !written) return written;
  if (::fsync(fd) != 0) return fail_errno("cannot write " + quoted(path), errno);
  return {};
}

Result<void> replace(const fs::path& path, std::string_view bytes, decltype(&write_all) write) {
  std::error_code ec;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), ec);
  if (ec) return fail(fmt::format("cannot make folder {}: {}", quoted(path.parent_path()), ec.message()));
  std::string name = path.string() + ".XXXXXX";
  UniqueFd fd(::mkostemp(name.data(), O_CLOEXEC));
  if (!fd) return fail_errno("cannot write " + quoted(path), errno);
  ::fchmod(fd.get(), 0644);
  Result<void> written = write(fd.get(), bytes, path);
  fd.reset();
  if (written && ::rename(name.c_str(), path.c_str()) != 0)
    written = fail_errno("cannot write " + quoted(path), errno);
  if (!written) ::unlink(name.c_str());
  return written;
}

}  // namespace

Result<void> write_file(const fs::path& path, std::string_view bytes) {
  return is_no_plain_file(path) ? write_through(path, bytes) : replace(path, bytes, write_all);
}

Result<void> write_file_durably(const fs::path& path, std::string_view bytes) {
  return replace(path, bytes, write_to_disk);
}

Result<TemporaryFolder> TemporaryFolder::make(std::string_view prefix) {
  const char* base = std::getenv("TMPDIR");
  std::string name = fmt::format("{}/{}.XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp", prefix);
  if (::mkdtemp(name.data()) == nullptr) return fail_errno("cannot make a temporary folder", errno);
  return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace grader

// In standard C++ alone: what students build for their IDE reads cases with it, on any system.
#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

Result<std::string> read_all(std::ifstream& file, const std::string& name, std::int64_t max_bytes) {
  std::string bytes;
  std::string buffer(1 << 16, '\0');
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    bytes.append(buffer, 0, static_cast<std::size_t>(file.gcount()));
    if (static_cast<std::int64_t>(bytes.size()) > max_bytes)
      return fail(fmt::format("{} is larger than {} bytes", name, max_bytes));
  }
  if (file.bad()) return fail_errno("cannot read " + name, errno);
  return bytes;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::int64_t max_bytes) {
  const std::string name = fmt::format("'{}'", clean_line(path.string()));
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return fail_errno("cannot open " + name, error ? error.value() : ENOENT);
  if (!fs::is_regular_file(status)) return fail(name + " is not a regular file");
  const auto size = static_cast<std::int64_t>(fs::file_size(path, error));
  if (!error && size > max_bytes)
    return fail(fmt::format("{} is {} bytes long, at most {} are read", name, size, max_bytes));
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail_errno("cannot open " + name, errno);
  return read_all(file, name, max_bytes);
}

}  // namespace grader

// read_submission: a student's file into memory, whatever lies at its path.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "grader/base/text.h"
#include "grader/base/unique_fd.h"
#include "grader/compile/module.h"

namespace grader {
namespace {

std::string shown(const std::filesystem::path& path) {
  return clean_line(path.string());
}

const char* what_is(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISLNK(mode)) return "a link";
  return "a device";
}

std::string size_text(std::int64_t bytes) {
  return bytes < (1 << 20) ? fmt::format("{} KiB", (bytes + 1023) >> 10)
                           : fmt::format("{} MiB", (bytes + (1 << 20) - 1) >> 20);
}

// Reads at most one byte more than is allowed: a file may grow while it is read.
bool read_all(int fd, std::int64_t max_bytes, std::string& text) {
  std::string buffer(64 << 10, '\0');
  while (static_cast<std::int64_t>(text.size()) <= max_bytes) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) return true;
    text.append(buffer, 0, static_cast<std::size_t>(count));
  }
  return true;
}

std::string refuse_encoding(std::string_view text) {
  constexpr const char* kSave = "save it as UTF-8";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return fmt::format("the file is in UTF-16: {}", kSave);
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return fmt::format("line {} has a zero byte, so the file is no C++ text: {}", line, kSave);
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) return "the file is empty";
  return "";
}

// What is there is opened without waiting, should somebody put a pipe in its place right now; then it is
// looked at again. A refusal, or "" with the text.
std::string read_regular(const std::filesystem::path& path, const struct stat& seen, int nofollow,
                         const Limits& limits, std::string& text) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | nofollow));
  if (!fd) return fmt::format("the file cannot be read: {}", std::strerror(errno));
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_dev != seen.st_dev ||
      info.st_ino != seen.st_ino)
    return "the file was replaced while it was read: try again";
  if (info.st_size > limits.source_bytes)
    return fmt::format("the file has {}, and {} are allowed", size_text(info.st_size),
                       size_text(limits.source_bytes));
  if (!read_all(fd.get(), limits.source_bytes, text))
    return fmt::format("the file cannot be read: {}", std::strerror(errno));
  if (static_cast<std::int64_t>(text.size()) > limits.source_bytes)
    return fmt::format("the file has more than {}", size_text(limits.source_bytes));
  return refuse_encoding(text);
}

// A link may name any file that we can read, and a compiler quotes what it does not understand.
bool leads_to_another_kind(const std::filesystem::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return false;
  std::error_code ec;
  return std::filesystem::canonical(path, ec).extension() != path.extension();
}

}  // namespace

Result<Submission> read_submission(const std::filesystem::path& path, const Limits& limits, Links links) {
  Submission submission{.shown_name = shown(path), .text = {}, .refusal = {}};
  const bool follow = links == Links::kFollow;
  struct stat seen {};
  if ((follow ? ::stat(path.c_str(), &seen) : ::lstat(path.c_str(), &seen)) != 0)
    return fail_errno(fmt::format("cannot read '{}'", shown(path)), errno);
  if (!S_ISREG(seen.st_mode))
    submission.refusal = fmt::format("a file is asked for, and this is {}", what_is(seen.st_mode));
  else if (follow && leads_to_another_kind(path))
    submission.refusal = "this is a link to a file of another kind: put the header itself here";
  else
    submission.refusal = read_regular(path, seen, follow ? 0 : O_NOFOLLOW, limits, submission.text);
  if (submission.text.starts_with("\xEF\xBB\xBF")) submission.text.erase(0, 3);
  if (!submission.refusal.empty()) submission.text.clear();
  return submission;
}

}  // namespace grader

// read_submission: a student's file into memory, whatever lies at its path.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

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
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos) return "the file is empty";
  return "";
}

}  // namespace

Result<Submission> read_submission(const std::filesystem::path& path, const Limits& limits, Links links) {
  Submission submission{.shown_name = shown(path), .text = {}, .refusal = {}};
  struct stat before {};
  const int status = links == Links::kFollow ? ::stat(path.c_str(), &before) : ::lstat(path.c_str(), &before);
  if (status != 0) return fail_errno(fmt::format("cannot read '{}'", shown(path)), errno);
  if (!S_ISREG(before.st_mode)) {
    submission.refusal = fmt::format("a file is asked for, and this is {}", what_is(before.st_mode));
    return submission;
  }
  // Not blocking, should somebody put a pipe in its place right now; then the file is checked again.
  const int nofollow = links == Links::kFollow ? 0 : O_NOFOLLOW;
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | nofollow));
  if (!fd) {
    submission.refusal = fmt::format("the file cannot be read: {}", std::strerror(errno));
    return submission;
  }
  struct stat info {};
  const bool same = ::fstat(fd.get(), &info) == 0 && S_ISREG(info.st_mode) && info.st_dev == before.st_dev &&
                    info.st_ino == before.st_ino;
  if (!same) {
    submission.refusal = "the file was replaced while it was read: try again";
  } else if (info.st_size > limits.source_bytes ||
             !read_all(fd.get(), limits.source_bytes, submission.text)) {
    submission.refusal = info.st_size > limits.source_bytes
                             ? fmt::format("the file has {}, and {} are allowed", size_text(info.st_size),
                                           size_text(limits.source_bytes))
                             : fmt::format("the file cannot be read: {}", std::strerror(errno));
  } else if (static_cast<std::int64_t>(submission.text.size()) > limits.source_bytes) {
    submission.refusal = fmt::format("the file has more than {}", size_text(limits.source_bytes));
  } else {
    submission.refusal = refuse_encoding(submission.text);
  }
  if (submission.text.starts_with("\xEF\xBB\xBF")) submission.text.erase(0, 3);
  if (!submission.refusal.empty()) submission.text.clear();
  return submission;
}

}  // namespace grader

#include "grader/compile/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "grader/base/text.h"
#include "grader/base/unique_fd.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kScratch = "scratch";
constexpr const char* kSwept = "swept";

std::string quoted(const fs::path& path) {
  return fmt::format("'{}'", clean_line(path.string()));
}

using Age = fs::file_time_type::duration;

Age age_of(const fs::path& path) {
  std::error_code ec;
  const fs::file_time_type used = fs::last_write_time(path, ec);
  return ec ? Age::zero() : fs::file_time_type::clock::now() - used;
}

struct Entry {
  fs::path path;
  Age age{};
  std::int64_t bytes = 0;
};

std::int64_t bytes_below(const fs::path& path) {
  std::error_code ec;
  if (fs::is_regular_file(path, ec)) return static_cast<std::int64_t>(fs::file_size(path, ec));
  std::int64_t bytes = 0;
  for (auto at = fs::recursive_directory_iterator(path, ec); !ec && at != fs::recursive_directory_iterator();
       at.increment(ec))
    if (at->is_regular_file(ec)) bytes += static_cast<std::int64_t>(at->file_size(ec));
  return bytes;
}

// The longest unused first.
std::vector<Entry> entries_below(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code ec;
  for (const fs::directory_entry& kind : fs::directory_iterator(folder, ec)) {
    if (!kind.is_directory(ec) || kind.path().filename() == kScratch) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(kind.path(), ec))
      entries.push_back({entry.path(), age_of(entry.path()), bytes_below(entry.path())});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.age > b.age; });
  return entries;
}

void remove_old_scratch(const fs::path& folder) {
  std::error_code ec;
  for (const fs::directory_entry& left : fs::directory_iterator(folder / kScratch, ec))
    if (age_of(left.path()) > std::chrono::hours(1)) fs::remove_all(left.path(), ec);
}

}  // namespace

Cache::Scratch::~Scratch() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<Cache> Cache::open(const fs::path& folder) {
  std::error_code ec;
  fs::create_directories(folder.parent_path(), ec);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return fail_errno(
        fmt::format("cannot make the cache {} (set GRADER_CACHE to another folder)", quoted(folder)), errno);
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0) return fail_errno("cannot read the cache " + quoted(folder), errno);
  if (!S_ISDIR(info.st_mode)) return fail(fmt::format("the cache {} is not a folder", quoted(folder)));
  if (info.st_uid != ::geteuid() || (info.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return fail(
        fmt::format("the cache {} can be written by others, and what lies in it is run: set GRADER_CACHE to "
                    "a folder of your own",
                    quoted(folder)));
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return fail_errno(
        fmt::format("cannot write to the cache {} (set GRADER_CACHE to another folder)", quoted(folder)),
        errno);
  return Cache(folder);
}

fs::path Cache::entry(const std::string& kind, const std::string& key) const {
  return folder_ / kind / key;
}

Result<Cache::Scratch> Cache::scratch() const {
  std::error_code ec;
  fs::create_directories(folder_ / kScratch, ec);
  std::string name = (folder_ / kScratch / "XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    return fail_errno("cannot write to the cache " + quoted(folder_), errno);
  return Scratch(name);
}

Result<void> Cache::publish(Scratch scratch, const fs::path& entry) const {
  std::error_code ec;
  fs::create_directories(entry.parent_path(), ec);
  if (::rename(scratch.path().c_str(), entry.c_str()) == 0) {
    scratch.release();
    return {};
  }
  if (errno == ENOTEMPTY || errno == EEXIST) return {};
  return fail_errno("cannot write to the cache " + quoted(folder_), errno);
}

void Cache::touch(const fs::path& entry) const {
  ::utimensat(AT_FDCWD, entry.c_str(), nullptr, 0);
}

void Cache::sweep(std::int64_t max_bytes, bool now) const {
  const fs::path mark = folder_ / kSwept;
  std::error_code ec;
  if (!now && fs::exists(mark, ec) && age_of(mark) < std::chrono::minutes(10)) return;
  const UniqueFd made(::open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  touch(mark);
  remove_old_scratch(folder_);
  const std::vector<Entry> entries = entries_below(folder_);
  std::int64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  for (const Entry& entry : entries) {
    if (bytes <= max_bytes || entry.age < std::chrono::hours(1)) break;
    fs::remove_all(entry.path, ec);
    bytes -= entry.bytes;
  }
}

}  // namespace grader

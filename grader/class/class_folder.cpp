#include "grader/class/class_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/record_json.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kMostRecordBytes = 16LL << 20;

std::string shown(const fs::path& path) {
  return clean_line(path.string());
}

fs::path index_path(const fs::path& out) {
  return out / ".state" / "class.json";
}

// Empty, or with the mark of a class; the lock alone is there where a grader was killed at its very start.
bool is_ours(const fs::path& path) {
  std::error_code ec;
  if (fs::exists(path / ".state" / "lock", ec)) return true;
  return fs::is_empty(path, ec) && !ec;
}

Result<UniqueFd> lock_file(const fs::path& path, int kind) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!fd) return fail_errno(fmt::format("cannot write '{}'", shown(path)), errno);
  while (::flock(fd.get(), kind | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK)
      return fail(fmt::format("another grader works in '{}': wait for it to end, or give another --out",
                              shown(path.parent_path().parent_path())));
    return fail_errno(fmt::format("cannot lock '{}'", shown(path)), errno);
  }
  return fd;
}

}  // namespace

Result<ClassFolder> ClassFolder::open(const fs::path& path, const Shard& shard) {
  std::error_code ec;
  fs::create_directories(path, ec);
  if (ec) return fail(fmt::format("cannot make the folder '{}': {}", shown(path), ec.message()));
  if (!is_ours(path))
    return fail(
        fmt::format("'{}' has files that are no results of 'grader class': give an empty or a new folder "
                    "as --out",
                    shown(path)));
  for (const char* below : {".state/runs", "records"}) {
    fs::create_directories(path / below, ec);
    if (ec) return fail(fmt::format("cannot make the folder '{}': {}", shown(path / below), ec.message()));
  }
  ClassFolder folder(path);
  if (auto locked = folder.lock(shard); !locked) return tl::make_unexpected(locked.error());
  return folder;
}

Result<void> ClassFolder::lock(const Shard& shard) {
  const fs::path state = path_ / ".state";
  auto whole = lock_file(state / "lock", shard.is_whole() ? LOCK_EX : LOCK_SH);
  if (!whole) return tl::make_unexpected(whole.error());
  whole_ = std::move(*whole);
  if (shard.is_whole()) return {};
  auto part = lock_file(state / fmt::format("lock-{}-{}", shard.index, shard.count), LOCK_EX);
  if (!part) return tl::make_unexpected(part.error());
  part_ = std::move(*part);
  return {};
}

Result<void> ClassFolder::write(const ClassIndex& index) const {
  const std::string text = write_index(index);
  const auto there = read_file(index_path(path_));
  return there && *there == text ? Result<void>() : write_file(index_path(path_), text);
}

Result<void> ClassFolder::write(const ClassRecord& record) const {
  return write_file_durably(record_path(path_, record.id), write_record(record));
}

Result<ClassIndex> read_class(const fs::path& out) {
  const auto text = read_file(index_path(out));
  if (!text) return fail(fmt::format("'{}' has no results of 'grader class'", shown(out)));
  auto index = read_index(*text);
  if (!index)
    return fail(fmt::format("'{}' cannot be read: {}; grade the class again", shown(index_path(out)),
                            index.error().message));
  return index;
}

fs::path record_path(const fs::path& out, const std::string& id) {
  return out / "records" / (id + ".json");
}

Result<std::optional<ClassRecord>> read_class_record(const fs::path& out, const std::string& id) {
  const fs::path path = record_path(out, id);
  std::error_code ec;
  if (!fs::exists(fs::symlink_status(path, ec))) return std::optional<ClassRecord>();
  const auto text = read_file(path, kMostRecordBytes);
  if (!text) return tl::make_unexpected(text.error());
  auto record = read_record(*text);
  if (!record) return tl::make_unexpected(record.error());
  if (record->id != id) return fail(fmt::format("it is of '{}'", record->id));
  return std::move(*record);
}

}  // namespace grader

#include "grader/sandbox/cgroup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>
#include <utility>

#include "grader/base/unique_fd.h"

namespace grader::sandbox {
namespace fs = std::filesystem;
namespace {

tl::unexpected<Error> refused(std::string_view what) {
  const int error = errno;
  return fail_internal(fmt::format("sandbox: cannot {}: {}", what, std::generic_category().message(error)));
}

// The kernel makes the files of a group and refuses others; O_CREAT is for the tests' plain folders.
Result<void> write_value(const fs::path& path, std::string_view value) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (fd && ::write(fd.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size())) return {};
  return refused(fmt::format("write '{}' to '{}'", value, path.string()));
}

Result<UniqueFd> open_door(const fs::path& path, int flags) {
  UniqueFd fd(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (fd) return fd;
  return refused(fmt::format("open '{}'", path.string()));
}

// Only where the kernel counts swap: elsewhere there is no such file, and no need.
void limit_swap(const fs::path& folder, int version, std::int64_t bytes) {
  if (version == 1)
    (void)write_value(folder / "memory.memsw.limit_in_bytes", std::to_string(bytes));
  else
    (void)write_value(folder / "memory.swap.max", "0");
}

std::int64_t read_number(const fs::path& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  return file >> number ? number : 0;
}

Result<fs::path> make_group(const fs::path& folder) {
  static std::atomic<unsigned> next{0};
  const fs::path group = folder / fmt::format("grader-{}-{}", ::getpid(), next++);
  if (::mkdir(group.c_str(), 0755) == 0) return group;
  return refused(fmt::format("make the control group '{}'", group.string()));
}

// The last process is dead, but the kernel may need a moment more to take it out of its group. What then
// still stays is swept at the next start.
void remove_group(const fs::path& group) {
  constexpr int kTries = 50;
  if (group.empty()) return;
  for (int i = 0; i < kTries && ::rmdir(group.c_str()) != 0 && errno == EBUSY; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

Result<std::optional<ControlGroup>> ControlGroup::make(const GroupRoots& roots, const Bounds& bounds) {
  ControlGroup group;
  if (!roots.memory && !roots.pids) return std::nullopt;
  if (roots.memory) {
    auto made = make_group(roots.memory->folder);
    if (!made) return tl::make_unexpected(made.error());
    group.memory_ = *made;
    group.memory_version_ = roots.memory->version;
    const char* file = group.memory_version_ == 1 ? "memory.limit_in_bytes" : "memory.max";
    if (auto set = write_value(group.memory_ / file, std::to_string(bounds.memory_bytes)); !set)
      return tl::make_unexpected(set.error());
    limit_swap(group.memory_, group.memory_version_, bounds.memory_bytes);
  }
  if (roots.pids) {
    auto made = roots.pids == roots.memory ? Result<fs::path>(group.memory_) : make_group(roots.pids->folder);
    if (!made) return tl::make_unexpected(made.error());
    group.pids_ = *made;
    group.pids_version_ = roots.pids->version;
    // One more for the inner init.
    if (auto set = write_value(group.pids_ / "pids.max", std::to_string(bounds.processes + 1)); !set)
      return tl::make_unexpected(set.error());
  }
  return std::optional<ControlGroup>(std::move(group));
}

ControlGroup::ControlGroup(ControlGroup&& other) noexcept
    : memory_(std::exchange(other.memory_, {})),
      pids_(std::exchange(other.pids_, {})),
      memory_version_(other.memory_version_),
      pids_version_(other.pids_version_) {}

ControlGroup& ControlGroup::operator=(ControlGroup&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(pids_, other.pids_);
  std::swap(memory_version_, other.memory_version_);
  std::swap(pids_version_, other.pids_version_);
  return *this;
}

ControlGroup::~ControlGroup() {
  remove_group(memory_);
  if (pids_ != memory_) remove_group(pids_);
}

Result<ControlGroup::Doors> ControlGroup::doors() const {
  Doors doors;
  std::map<fs::path, int> groups{{memory_, memory_version_}, {pids_, pids_version_}};
  groups.erase(fs::path());
  for (const auto& [folder, version] : groups) {
    auto door = version == 1 ? open_door(folder / "tasks", O_WRONLY | O_CREAT)
                             : open_door(folder, O_RDONLY | O_DIRECTORY);
    if (!door) return tl::make_unexpected(door.error());
    if (version == 1)
      doors.tasks.push_back(*std::move(door));
    else
      doors.folder = *std::move(door);
  }
  return doors;
}

Result<void> ControlGroup::add(pid_t pid) {
  const fs::path& folder = memory_version_ == 2 ? memory_ : pids_version_ == 2 ? pids_ : fs::path();
  return folder.empty() ? Result<void>() : write_value(folder / "cgroup.procs", std::to_string(pid));
}

bool ControlGroup::killed_for_memory() const {
  if (memory_.empty()) return false;
  std::ifstream file(memory_ / (memory_version_ == 1 ? "memory.oom_control" : "memory.events"));
  std::string name;
  for (std::int64_t count = 0; file >> name >> count;)
    if (name == "oom_kill") return count > 0;
  return false;
}

std::int64_t ControlGroup::peak_bytes() const {
  if (memory_.empty()) return 0;
  return read_number(memory_ / (memory_version_ == 1 ? "memory.max_usage_in_bytes" : "memory.peak"));
}

}  // namespace grader::sandbox

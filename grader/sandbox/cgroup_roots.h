// Where on this machine control groups can be made: cgroup v2 where it has the controllers, else v1.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace grader::sandbox {

/// A folder below which groups with one controller can be made.
struct GroupRoot {
  std::filesystem::path folder;
  int version = 0;  // 1 or 2
  bool operator==(const GroupRoot&) const = default;
};

/// The folder that `controller` (`memory`, `pids`) has our process in, from the texts of /proc/self/mountinfo
/// and /proc/self/cgroup. Empty when it is mounted nowhere. With v2 the controller need not be on there yet.
std::optional<GroupRoot> find_group_folder(std::string_view mountinfo, std::string_view cgroup,
                                           std::string_view controller);

struct GroupRoots {
  std::optional<GroupRoot> memory;
  std::optional<GroupRoot> pids;
  std::string memory_missing;  // why there is none
  std::string pids_missing;
};

/// The roots where a group was really made and removed again; found once, after the groups of dead graders
/// are swept from there. With v2 the grader moves itself into a group of its own where the kernel asks for
/// that.
const GroupRoots& group_roots();

/// Removes the empty groups that graders left which no longer live (`grader-PID-N`). What is not empty stays.
void sweep_groups(const std::filesystem::path& folder);

}  // namespace grader::sandbox

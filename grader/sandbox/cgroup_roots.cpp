#include "grader/sandbox/cgroup_roots.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <sstream>
#include <vector>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader::sandbox {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

bool holds(std::string_view list, char by, std::string_view wanted) {
  const auto parts = split(list, by);
  return std::find(parts.begin(), parts.end(), wanted) != parts.end();
}

// The path of our group in the hierarchy that has `controller`: `4:memory:/a/b`; v2 has `0::/a/b`.
std::optional<std::string> own_group(std::string_view cgroup, std::string_view controller, int version) {
  for (const std::string& line : split_lines(cgroup)) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (version == 2 ? line.starts_with("0::") : holds(controllers, ',', controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

struct MountLine {
  std::string root;
  std::string point;
  std::string kind;
  std::string options;
};

// `36 35 98:0 /root /mount/point rw,… shared:1 - kind source super,options`
std::optional<MountLine> parse_mount(const std::string& line) {
  const auto fields = split(line, ' ');
  const auto dash = std::find(fields.begin(), fields.end(), "-");
  if (fields.size() < 6 || std::distance(dash, fields.end()) < 4) return std::nullopt;
  return MountLine{fields[3], fields[4], dash[1], dash[3]};
}

// In a container the mount shows a part of the hierarchy, from `root` on.
fs::path below(const MountLine& mount, const std::string& group) {
  const fs::path relative = fs::path(group).lexically_relative(mount.root);
  if (relative.empty() || relative == "." || *relative.begin() == "..") return mount.point;
  return (fs::path(mount.point) / relative).lexically_normal();
}

std::string read_text(const fs::path& path) {
  return read_file(path).value_or("");
}

bool write_text(const fs::path& path, std::string_view text) {
  std::ofstream file(path);
  file << text << std::flush;
  return file.good();
}

std::string mine(std::string_view part) {
  return fmt::format("grader-{}-{}", ::getpid(), part);
}

// A group of v2 that has processes may not hand controllers on: if we are all it has, we move one level down.
bool hand_on(const fs::path& folder, std::string_view controller) {
  const std::string wanted = fmt::format("+{}", controller);
  const auto offered = split_lines(read_text(folder / "cgroup.controllers"));
  if (offered.empty() || !holds(offered.front(), ' ', controller)) return false;
  if (write_text(folder / "cgroup.subtree_control", wanted)) return true;
  const auto processes = split_lines(read_text(folder / "cgroup.procs"));
  if (processes.size() != 1 || processes.front() != std::to_string(::getpid())) return false;
  const fs::path leaf = folder / mine("main");
  std::error_code ec;
  fs::create_directory(leaf, ec);
  return write_text(leaf / "cgroup.procs", "0") && write_text(folder / "cgroup.subtree_control", wanted);
}

bool can_limit(const GroupRoot& root, std::string_view controller) {
  const fs::path trial = root.folder / mine("trial");
  std::error_code ec;
  if (!fs::create_directory(trial, ec)) return false;
  const std::string file = root.version == 1 && controller == "memory" ? "memory.limit_in_bytes"
                                                                       : fmt::format("{}.max", controller);
  const bool written = write_text(trial / file, "1000000");
  fs::remove(trial, ec);
  return written;
}

std::optional<GroupRoot> find_root(std::string_view controller, std::string& missing) {
  auto root =
      find_group_folder(read_text("/proc/self/mountinfo"), read_text("/proc/self/cgroup"), controller);
  if (!root) {
    missing = fmt::format("no cgroup file system with the {} controller is mounted", controller);
    return std::nullopt;
  }
  sweep_groups(root->folder);
  if ((root->version == 1 || hand_on(root->folder, controller)) && can_limit(*root, controller)) return root;
  missing = fmt::format("no group can be made in '{}'", root->folder.string());
  return std::nullopt;
}

}  // namespace

std::optional<GroupRoot> find_group_folder(std::string_view mountinfo, std::string_view cgroup,
                                           std::string_view controller) {
  std::optional<GroupRoot> second;
  for (const std::string& line : split_lines(mountinfo)) {
    const auto mount = parse_mount(line);
    if (!mount) continue;
    const bool is_first = mount->kind == "cgroup" && holds(mount->options, ',', controller);
    if (!is_first && mount->kind != "cgroup2") continue;
    const auto group = own_group(cgroup, controller, is_first ? 1 : 2);
    if (!group) continue;
    if (is_first) return GroupRoot{below(*mount, *group), 1};  // a controller is in one hierarchy only
    second = GroupRoot{below(*mount, *group), 2};
  }
  return second;
}

const GroupRoots& group_roots() {
  static const GroupRoots roots = [] {
    GroupRoots found;
    found.memory = find_root("memory", found.memory_missing);
    found.pids = find_root("pids", found.pids_missing);
    return found;
  }();
  return roots;
}

void sweep_groups(const fs::path& folder) {
  std::error_code ec;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ec)) {
    const auto parts = split(entry.path().filename().string(), '-');
    pid_t pid = 0;
    if (parts.size() != 3 || parts[0] != "grader") continue;
    const char* end = parts[1].data() + parts[1].size();
    if (std::from_chars(parts[1].data(), end, pid).ptr != end || pid <= 0) continue;
    if (::kill(pid, 0) != 0 && errno == ESRCH) ::rmdir(entry.path().c_str());
  }
}

}  // namespace grader::sandbox

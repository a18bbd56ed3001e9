#include "grader/sandbox/doctor.h"

#include <fmt/format.h>
#include <seccomp.h>

#include "grader/sandbox/cgroup_roots.h"
#include "grader/sandbox/landlock.h"
#include "grader/sandbox/spawn.h"

namespace grader::sandbox {
namespace {

constexpr const char* kGetNamespaces =
    "as an ordinary user: sysctl user.max_user_namespaces above 0, kernel.unprivileged_userns_clone=1 "
    "(Debian), "
    "kernel.apparmor_restrict_unprivileged_userns=0 or a profile that allows them (Ubuntu 24.04 and later); "
    "in "
    "Docker: --security-opt seccomp=unconfined, and where AppArmor is on --security-opt apparmor=unconfined";

Program bare_runner(bool sanitized) {
  Program program;
  program.path = "/";
  program.profile = Profile::kRunner;
  program.sanitized = sanitized;
  return program;
}

// Empty when a runner's sandbox of these layers starts and ends, else what failed.
std::string try_layers(const Layers& layers, bool sanitized = false) {
  auto process = spawn(bare_runner(sanitized), {}, layers, [] { return 0; });
  if (!process) return process.error().message;
  (*process)->wait();
  return "";
}

LayerCheck made(const char* layer, bool works, std::string detail, const char* gives,
                const char* how_to_get) {
  return {layer, works, std::move(detail), gives, works ? "" : how_to_get};
}

LayerCheck check_namespaces(const Layers& offered) {
  std::string detail = offered.user_namespace ? "through a user namespace" : "by the rights of the caller";
  if (!offered.namespaces) detail = try_layers({.namespaces = true, .user_namespace = true});
  return made("namespaces", offered.namespaces, std::move(detail),
              "a root folder of nothing but tools or libraries, no network, no other process to see; the "
              "kernel takes "
              "down all that is left",
              kGetNamespaces);
}

LayerCheck check_own_user(const Layers& offered) {
  return made(
      "own user", offered.own_user,
      offered.own_user ? "an id that nothing else on the machine has" : "not allowed to switch to one",
      "files and processes of the caller are another user's, whatever else fails",
      "run the grader as root (in a container: not in a rootless one)");
}

LayerCheck check_landlock(const Layers& offered) {
  return made("landlock", offered.landlock > 0, fmt::format("version {}", offered.landlock),
              "files named one by one, none other; from version 4 no TCP, from 6 no signals outwards",
              "Linux 5.13 or later with 'landlock' in its list of security modules (lsm=)");
}

LayerCheck check_seccomp(const Layers& offered) {
  return made("seccomp", offered.seccomp,
              offered.seccomp ? "filters can be loaded" : "filters cannot be loaded",
              "a small set of system calls, no other", "a kernel with CONFIG_SECCOMP_FILTER");
}

// Runs in a process of its own: a filter is for good. Exit code 0 when a listener can be had.
int try_listener() {
  auto filter = build_filter({}, SCMP_ACT_ALLOW);
  if (!filter) return 1;
  return load_filter_with_listener(*filter) >= 0 ? 0 : 2;
}

LayerCheck check_listener(const Layers& offered) {
  auto process = spawn(bare_runner(false), {}, offered, try_listener);
  const bool works = process && (*process)->wait().ended.code == 0;
  return made("seccomp listener", works, works ? "can be had" : "refused by the kernel",
              "a forbidden call is told by name",
              "Linux 5.0 or later, and nobody around the grader who listens already");
}

LayerCheck check_group(const char* name, const char* gives, const std::optional<GroupRoot>& root,
                       const std::string& missing) {
  return made(name, root.has_value(),
              root ? fmt::format("version {} in '{}'", root->version, root->folder.string()) : missing, gives,
              "run as root, or in a delegated group: systemd-run --user --scope -p Delegate=yes grader …");
}

LayerCheck check_proc(const Layers& offered) {
  std::string detail = try_layers(offered, true);
  const bool works = detail.empty();
  if (works) detail = offered.namespaces ? "can be had" : "the machine's own, under Landlock";
  return made("own /proc", works, std::move(detail), "AddressSanitizer can explain a crash (--sanitize)",
              "run outside the sandbox or container that hides parts of /proc");
}

}  // namespace

std::vector<LayerCheck> examine_layers() {
  const Layers& offered = offered_layers();
  const GroupRoots& roots = group_roots();
  return {check_namespaces(offered),
          check_own_user(offered),
          check_landlock(offered),
          check_seccomp(offered),
          check_listener(offered),
          check_group("memory cgroup", "memory of all processes together is bounded", roots.memory,
                      roots.memory_missing),
          check_group("process cgroup", "the number of processes is bounded", roots.pids, roots.pids_missing),
          check_proc(offered)};
}

}  // namespace grader::sandbox

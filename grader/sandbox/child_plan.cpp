#include "grader/sandbox/child_plan.h"

#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace grader::sandbox {
namespace {

using Access = PathRule::Access;

void point_at(std::vector<std::string>& texts, std::vector<char*>& pointers) {
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
}

// A user's processes are counted over the whole machine, so without an id of its own a program would be
// refused for what others run; a new user namespace counts for itself.
bool can_count_processes(const Layers& layers) {
  return layers.own_user || layers.user_namespace;
}

ProcessLimits process_limits(const Program& program, const Limits& limits, const Layers& layers) {
  return {.cpu_time = limits.cpu_time,
          .address_bytes = program.sanitized ? -1 : limits.memory_bytes,
          .file_bytes = limits.file_bytes,
          .stack_bytes = limits.stack_bytes,
          .open_files = limits.open_files,
          .processes = can_count_processes(layers) ? limits.processes : -1};
}

// As enter_root lays it out; without a root of its own the paths are the machine's.
void add_path_rules(ChildPlan& plan, const Program& program, const Layers& layers) {
  for (const std::string& path : program_roots(program.profile))
    plan.paths.push_back({path, Access::kReadExecute});
  if (program.profile == Profile::kCompile) {
    plan.paths.push_back({"/dev/null", Access::kWriteFile});
    if (layers.namespaces) plan.paths.push_back({"/tmp", Access::kReadWrite});
  }
  if (program.sanitized) plan.paths.push_back({"/proc", Access::kRead});
  for (const Mount& mount : program.mounts)
    plan.paths.push_back({(layers.namespaces ? mount.to : mount.from).string(),
                          mount.writable ? Access::kReadWrite : Access::kReadExecute});
}

bool others_may(const std::filesystem::path& path, mode_t what) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && (info.st_mode & what) == what;
}

// Without mounts to map, another user reaches a file only where every folder on the way lets it.
bool others_reach(const std::filesystem::path& path) {
  for (auto at = path.parent_path(); at != at.root_path(); at = at.parent_path())
    if (!others_may(at, S_IXOTH)) return false;
  return true;
}

bool can_use_own_user(const Program& program, const Layers& layers) {
  if (layers.namespaces) return true;
  for (const Mount& mount : program.mounts) {
    if (!others_reach(mount.from)) return false;
    if (!mount.writable &&
        !others_may(mount.from, std::filesystem::is_directory(mount.from) ? S_IROTH | S_IXOTH : S_IROTH))
      return false;
  }
  return others_reach(program.path) && others_may(program.path, S_IROTH | S_IXOTH);
}

Result<void> lend_user(ChildPlan& plan, const Program& program, const Layers& layers) {
  if (layers.own_user && can_use_own_user(program, layers)) plan.own_user = OwnUser::lend();
  plan.layers.own_user = plan.own_user.has_value();
  if (!plan.own_user || layers.namespaces) return {};
  for (const Mount& mount : program.mounts)
    if (mount.writable && ::chown(mount.from.c_str(), plan.own_user->id(), plan.own_user->id()) != 0)
      return fail_errno("sandbox: cannot give '" + mount.from.string() + "' to the sandbox's user", errno);
  return {};
}

Result<void> add_layers(ChildPlan& plan, const Program& program, const Layers& layers) {
  if (auto lent = lend_user(plan, program, layers); !lent) return lent;
  if (layers.namespaces) {
    auto root = plan_root(program);
    if (!root) return tl::make_unexpected(root.error());
    plan.root = *std::move(root);
    plan.root.may_bind_proc = layers.landlock > 0;
    if (plan.own_user) {
      plan.root.map_fd = plan.own_user->map_fd();
      plan.root.owner = plan.own_user->id();
    }
  }
  if (layers.landlock > 0) add_path_rules(plan, program, layers);
  // The runner itself is ours, and a filter around it would answer before its children's own can name a call.
  if (layers.seccomp && program.profile == Profile::kCompile) {
    static const Result<Filter> filter = build_tool_filter();
    if (!filter) return tl::make_unexpected(filter.error());
    plan.filter = *filter;
  }
  return {};
}

}  // namespace

Result<void> fill_plan(ChildPlan& plan, const Program& program, const Limits& limits, const Layers& layers) {
  plan.path = program.path.string();
  plan.folder = program.folder.string();
  plan.arguments.push_back(plan.path);
  plan.arguments.insert(plan.arguments.end(), program.arguments.begin(), program.arguments.end());
  plan.environment = program.environment;
  point_at(plan.arguments, plan.argv);
  point_at(plan.environment, plan.envp);
  plan.pass_fds = program.pass_fds;
  plan.fixed_addresses = program.fixed_addresses;
  plan.layers = layers;
  plan.locked = layers.namespaces || layers.landlock > 0 || layers.seccomp;
  plan.outer_uid = ::geteuid();
  plan.outer_gid = ::getegid();
  if (auto added = add_layers(plan, program, layers); !added) return added;
  plan.limits = process_limits(program, limits, plan.layers);
  return {};
}

unsigned long clone_flags(const Layers& layers) {
  unsigned long flags = 0;
  if (layers.user_namespace) flags |= CLONE_NEWUSER;
  if (layers.namespaces)
    flags |= CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  return flags;
}

}  // namespace grader::sandbox

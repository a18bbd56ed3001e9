#include "grader/sandbox/new_root.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace grader::sandbox {
namespace {

constexpr int kMostBinds = 64;
// Any folder that is sure to exist: the new root is mounted over it for as long as it takes to move in.
constexpr const char* kStage = "/usr";

// A file system of its own kind, not yet attached anywhere; -1 and errno on failure.
int make_filesystem(const char* kind, const char* const (*options)[2], unsigned attributes) {
  const int context = ::fsopen(kind, FSOPEN_CLOEXEC);
  if (context < 0) return -1;
  int result = 0;
  for (; result == 0 && (*options)[0]; ++options)
    result = ::fsconfig(context, FSCONFIG_SET_STRING, (*options)[0], (*options)[1], 0);
  if (result == 0) result = ::fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0);
  const int mount = result == 0 ? ::fsmount(context, FSMOUNT_CLOEXEC, attributes) : -1;
  const int error = errno;
  ::close(context);
  errno = error;
  return mount;
}

// What is written must belong to whoever runs inside: by mapping ids where the file system can, else by
// giving the folder away.
StepError settle_owner(int tree, const RootPlan& plan, const RootPlan::Bind& bind) {
  if (plan.map_fd < 0 || !bind.mapped) return {};
  struct mount_attr map {};
  map.attr_set = MOUNT_ATTR_IDMAP;
  map.userns_fd = static_cast<__u64>(plan.map_fd);
  if (::mount_setattr(tree, "", AT_EMPTY_PATH, &map, sizeof map) == 0 || !bind.writable) return {};
  if (::fchownat(tree, "", plan.owner, plan.owner, AT_EMPTY_PATH) != 0)
    return {"cannot give the sandbox's user ", bind.from.c_str()};
  return {};
}

// A private copy of the mount, already read-only when it appears.
StepError copy_tree(const RootPlan& plan, const RootPlan::Bind& bind, int& tree) {
  tree = ::open_tree(AT_FDCWD, bind.from.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
  if (tree < 0) return {"cannot mount ", bind.from.c_str()};
  struct mount_attr attributes {};
  attributes.attr_set = MOUNT_ATTR_NOSUID;
  if (!bind.writable) attributes.attr_set |= MOUNT_ATTR_RDONLY;
  if (!bind.device) attributes.attr_set |= MOUNT_ATTR_NODEV;
  if (::mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0)
    return {"cannot mount read-only ", bind.from.c_str()};
  return settle_owner(tree, plan, bind);
}

StepError copy_trees(const RootPlan& plan, int* trees) {
  if (plan.binds.size() > kMostBinds) return {"too many mounts"};
  for (std::size_t i = 0; i < plan.binds.size(); ++i)
    if (const StepError error = copy_tree(plan, plan.binds[i], trees[i])) return error;
  return {};
}

StepError make_places(const RootPlan& plan, int root) {
  for (const std::string& folder : plan.folders)
    if (::mkdirat(root, folder.c_str(), 0755) != 0 && errno != EEXIST)
      return {"cannot make folder ", folder.c_str()};
  for (const std::string& file : plan.files) {
    const int fd = ::openat(root, file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0444);
    if (fd < 0) return {"cannot make file ", file.c_str()};
    ::close(fd);
  }
  for (const RootPlan::Link& link : plan.links)
    if (::symlinkat(link.target.c_str(), root, link.at.c_str()) != 0)
      return {"cannot make link ", link.at.c_str()};
  return {};
}

StepError attach_trees(const RootPlan& plan, int root, const int* trees) {
  for (std::size_t i = 0; i < plan.binds.size(); ++i) {
    if (::move_mount(trees[i], "", root, plan.binds[i].to.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0)
      return {"cannot place ", plan.binds[i].from.c_str()};
    ::close(trees[i]);
  }
  return {};
}

StepError attach_filesystem(int root, const char* at, const char* kind, const char* const (*options)[2]) {
  const int mount = make_filesystem(kind, options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  if (mount < 0) return {"cannot make the file system of /", at};
  if (::move_mount(mount, "", root, at, MOVE_MOUNT_F_EMPTY_PATH) != 0) return {"cannot place /", at};
  ::close(mount);
  return {};
}

StepError attach_temporary(int root) {
  if (::mkdirat(root, "tmp", 0755) != 0) return {"cannot make folder tmp"};
  const char* const options[][2] = {
      {"size", "64m"}, {"nr_inodes", "4096"}, {"mode", "1777"}, {nullptr, nullptr}};
  return attach_filesystem(root, "tmp", "tmpfs", options);
}

// Inside another sandbox or container that hides parts of its /proc the kernel gives out no new one.
StepError bind_proc(int root) {
  const RootPlan plan;
  const RootPlan::Bind bind{.from = "/proc", .to = "proc"};
  int tree = -1;
  if (const StepError error = copy_tree(plan, bind, tree)) return {error.step, "/proc"};
  if (::move_mount(tree, "", root, "proc", MOVE_MOUNT_F_EMPTY_PATH) != 0) return {"cannot place /proc"};
  ::close(tree);
  return {};
}

StepError attach_proc(const RootPlan& plan, int root) {
  const char* const options[][2] = {{"subset", "pid"}, {nullptr, nullptr}};
  const StepError error = attach_filesystem(root, "proc", "proc", options);
  return error && plan.may_bind_proc ? bind_proc(root) : error;
}

// The root becomes `root` and the old one goes. Where pivot_root is refused but mount is not (Docker with
// CAP_SYS_ADMIN), the new root is moved over the old one, as initramfs does.
StepError move_in(int root) {
  if (::fchdir(root) != 0) return {"cannot enter the new root"};
  if (::syscall(SYS_pivot_root, ".", ".") == 0) {
    if (::umount2(".", MNT_DETACH) != 0) return {"cannot let the old root go"};
  } else {
    if (::mount(".", "/", nullptr, MS_MOVE, nullptr) != 0) return {"cannot move into the new root"};
    if (::chroot(".") != 0) return {"cannot make the new root ours"};
  }
  if (::chdir("/") != 0) return {"cannot enter the new root"};
  struct mount_attr attributes {};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  if (::mount_setattr(AT_FDCWD, "/", 0, &attributes, sizeof attributes) != 0)
    return {"cannot make / read-only"};
  return {};
}

}  // namespace

StepError enter_root(const RootPlan& plan) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return {"cannot make mounts private"};
  int trees[kMostBinds] = {};
  if (const StepError error = copy_trees(plan, trees)) return error;
  const char* const options[][2] = {
      {"size", "1m"}, {"nr_inodes", "512"}, {"mode", "0755"}, {nullptr, nullptr}};
  const int root = make_filesystem("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
  if (root < 0) return {"cannot make the new root"};
  if (::move_mount(root, "", AT_FDCWD, kStage, MOVE_MOUNT_F_EMPTY_PATH) != 0)
    return {"cannot place the new root"};
  if (plan.temporary)  // first: mounts may lie below it
    if (const StepError error = attach_temporary(root)) return error;
  if (const StepError error = make_places(plan, root)) return error;
  if (const StepError error = attach_trees(plan, root, trees)) return error;
  if (plan.proc)
    if (const StepError error = attach_proc(plan, root)) return error;
  const StepError error = move_in(root);
  ::close(root);
  return error;
}

}  // namespace grader::sandbox

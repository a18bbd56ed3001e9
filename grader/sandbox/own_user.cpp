#include "grader/sandbox/own_user.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <mutex>
#include <string>

namespace grader::sandbox {
namespace {

constexpr unsigned kFirstId = 1879048192;
constexpr int kSlots = 32;
constexpr int kMostPids = 1 << 22;

struct Slot {
  int number = 0;
  bool lent = false;
  bool map_tried = false;
  UniqueFd map;
};

// Guarded by the mutex; the one place of this library that must know what the whole process has given out.
struct Pool {
  std::mutex mutex;
  std::array<Slot, kSlots> slots;
};

Pool& pool() {
  static Pool pool;
  return pool;
}

bool is_mapped(unsigned id, const char* map_path) {
  std::ifstream map(map_path);
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (map >> inside >> outside >> count)
    if (id >= inside && id - inside < count) return true;
  return false;
}

bool may_switch() {
  struct __user_cap_header_struct header {};
  header.version = _LINUX_CAPABILITY_VERSION_3;
  struct __user_cap_data_struct held[2]{};
  if (::syscall(SYS_capget, &header, held) != 0) return false;
  const unsigned needed = 1U << CAP_SETUID | 1U << CAP_SETGID;
  return (held[0].effective & needed) == needed && is_mapped(kFirstId, "/proc/self/uid_map") &&
         is_mapped(kFirstId, "/proc/self/gid_map");
}

bool write_map(pid_t pid, const char* name, unsigned id) {
  std::ofstream map(fmt::format("/proc/{}/{}", pid, name));
  map << fmt::format("0 {} 1\n", id);
  map.close();
  return !map.fail();
}

// A namespace lives as long as somebody holds it: a short-lived process makes it, our descriptor keeps it.
// That process ends when the pipe closes, so also when we are killed meanwhile.
UniqueFd make_map(unsigned id) {
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) return UniqueFd();
  const UniqueFd reader(pipe[0]);
  UniqueFd writer(pipe[1]);
  const long pid = ::syscall(SYS_clone, CLONE_NEWUSER, nullptr, nullptr, nullptr, nullptr);
  if (pid == 0) {
    char byte = 0;
    ::close(pipe[1]);
    ::_exit(::read(pipe[0], &byte, 1) == 0 ? 0 : 1);
  }
  if (pid < 0) return UniqueFd();
  const auto child = static_cast<pid_t>(pid);
  UniqueFd map;
  if (write_map(child, "uid_map", id) && write_map(child, "gid_map", id))
    map.reset(::open(fmt::format("/proc/{}/ns/user", child).c_str(), O_RDONLY | O_CLOEXEC));
  writer.reset();
  ::waitpid(child, nullptr, __WALL);
  return map;
}

unsigned id_of(int slot) {
  return kFirstId + static_cast<unsigned>(::getpid() % kMostPids) * kSlots + static_cast<unsigned>(slot);
}

}  // namespace

std::optional<OwnUser> OwnUser::lend() {
  static const bool allowed = may_switch();
  if (!allowed) return std::nullopt;
  const std::lock_guard lock(pool().mutex);
  for (int i = 0; i < kSlots; ++i) {
    Slot& slot = pool().slots[static_cast<std::size_t>(i)];
    if (slot.lent) continue;
    slot.lent = true;
    slot.number = i;
    if (!slot.map_tried) slot.map = make_map(id_of(i));
    slot.map_tried = true;
    return OwnUser(&slot.number, id_of(i));
  }
  return std::nullopt;
}

int OwnUser::map_fd() const {
  const std::lock_guard lock(pool().mutex);
  return pool().slots[static_cast<std::size_t>(*slot_)].map.get();
}

void OwnUser::Return::operator()(const int* slot) const {
  const std::lock_guard lock(pool().mutex);
  pool().slots[static_cast<std::size_t>(*slot)].lent = false;
}

}  // namespace grader::sandbox

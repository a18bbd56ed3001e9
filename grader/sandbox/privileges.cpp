#include "grader/sandbox/privileges.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace grader::sandbox {
namespace {

bool write_text(const char* path, const char* text) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const auto size = static_cast<ssize_t>(std::strlen(text));
  const bool written = ::write(fd, text, static_cast<std::size_t>(size)) == size;
  const int error = errno;
  ::close(fd);
  errno = error;
  return written;
}

bool write_map(const char* path, unsigned inside, unsigned outside) {
  char line[64];
  std::snprintf(line, sizeof line, "%u %u 1\n", inside, outside);
  return write_text(path, line);
}

}  // namespace

StepError map_own_ids(uid_t uid, gid_t gid) {
  // Without this a group's rights could be shed by leaving it, so the kernel asks for it first. Old ones have
  // no such file.
  if (!write_text("/proc/self/setgroups", "deny") && errno != ENOENT)
    return {"cannot write /proc/self/setgroups"};
  if (!write_map("/proc/self/uid_map", kInsideId, uid)) return {"cannot write /proc/self/uid_map"};
  if (!write_map("/proc/self/gid_map", kInsideId, gid)) return {"cannot write /proc/self/gid_map"};
  return {};
}

// Raw calls: glibc's would signal every thread of the grader, of which there are none after a clone.
StepError become_user(unsigned id) {
  if (::syscall(SYS_setgroups, 0, nullptr) != 0) return {"cannot leave all groups"};
  if (::syscall(SYS_setresgid, id, id, id) != 0) return {"cannot change the group"};
  if (::syscall(SYS_setresuid, id, id, id) != 0) return {"cannot change the user"};
  return {};
}

StepError drop_capabilities(unsigned long long kept) {
  for (int cap = 0; ::prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; ++cap)
    if ((kept >> cap & 1) == 0)
      ::prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);  // refused where we hold none: no loss
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header {};
  header.version = _LINUX_CAPABILITY_VERSION_3;
  struct __user_cap_data_struct held[2]{};
  if (::syscall(SYS_capget, &header, held) != 0) return {"cannot read capabilities"};
  for (unsigned i = 0; i < 2; ++i) {
    const auto mask = static_cast<std::uint32_t>(kept >> (32 * i));
    held[i].permitted &= mask;
    held[i].effective = held[i].permitted;
    held[i].inheritable = 0;
  }
  if (::syscall(SYS_capset, &header, held) != 0) return {"cannot drop capabilities"};
  return {};
}

}  // namespace grader::sandbox

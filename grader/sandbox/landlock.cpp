#include "grader/sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace grader::sandbox {
namespace {

// As of Linux 6.12; older headers know the first member alone. The kernel takes a longer struct with zeros at
// its end.
struct RulesetAttributes {
  std::uint64_t handled_access_fs;
  std::uint64_t handled_access_net;
  std::uint64_t scoped;
};

constexpr std::uint64_t kTruncate = 1ULL << 14;     // from version 3
constexpr std::uint64_t kDeviceIoctl = 1ULL << 15;  // from version 5
constexpr std::uint64_t kTcp = 3;                   // bind and connect, from version 4
constexpr std::uint64_t kScopes = 3;                // abstract unix sockets and signals, from version 6

constexpr std::uint64_t kReadBits = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kWriteBits = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER | kTruncate;
constexpr std::uint64_t kFileBits =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE | kTruncate;

std::uint64_t handled(int version) {
  std::uint64_t bits = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1;  // all of version 1
  if (version >= 2) bits |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) bits |= kTruncate;
  if (version >= 5) bits |= kDeviceIoctl;
  return bits;
}

std::uint64_t bits_of(PathRule::Access access) {
  switch (access) {
    case PathRule::Access::kRead:
      return kReadBits;
    case PathRule::Access::kReadExecute:
      return kReadBits | LANDLOCK_ACCESS_FS_EXECUTE;
    case PathRule::Access::kReadWrite:
      return kReadBits | kWriteBits;
    case PathRule::Access::kWriteFile:
      return LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate;
  }
  return 0;
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : static_cast<int>(version);
}

bool add_path_rule(int ruleset, const char* path, PathRule::Access access, int version) {
  const int fd = ::open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return true;
  struct stat info {};
  struct landlock_path_beneath_attr rule {};
  rule.parent_fd = fd;
  rule.allowed_access = bits_of(access) & handled(version);
  if (::fstat(fd, &info) == 0 && !S_ISDIR(info.st_mode)) rule.allowed_access &= kFileBits;
  const bool added = ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  const int error = errno;
  ::close(fd);
  errno = error;
  return added;
}

int make_ruleset(const std::vector<PathRule>& rules, int version) {
  const RulesetAttributes attributes{.handled_access_fs = handled(version),
                                     .handled_access_net = version >= 4 ? kTcp : 0,
                                     .scoped = version >= 6 ? kScopes : 0};
  const long made = ::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (made < 0) return -1;
  const int ruleset = static_cast<int>(made);
  for (const PathRule& rule : rules) {
    if (add_path_rule(ruleset, rule.path.c_str(), rule.access, version)) continue;
    const int error = errno;
    ::close(ruleset);
    errno = error;
    return -1;
  }
  return ruleset;
}

bool restrict_self(int ruleset) {
  return ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}

}  // namespace grader::sandbox

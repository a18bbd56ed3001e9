#include "grader/sandbox/lock.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include "grader/sandbox/call_table.h"
#include "grader/sandbox/landlock.h"
#include "grader/sandbox/listener.h"
#include "grader/sandbox/rlimits.h"

namespace grader::sandbox {
namespace {

// What all children of one runner share. Made by prepare_lock; each child has its own copy after the fork.
struct Prepared {
  bool sanitized = false;
  std::filesystem::path module;
  int landlock = 0;
  UniqueFd ruleset;  // empty without Landlock
  Filter notifying;
  Filter killing;  // where no listener can be had
};

std::optional<Prepared>& prepared() {
  static std::optional<Prepared> prepared;
  return prepared;
}

bool fits(const ChildLock& lock) {
  return prepared() && prepared()->sanitized == lock.sanitized &&
         prepared()->module.native() == lock.module.native();
}

Result<std::string> filter_bytes(bool sanitized) {
  const auto filter = build_child_filter(sanitized);
  if (!filter) return tl::make_unexpected(filter.error());
  return std::string(reinterpret_cast<const char*>(filter->data()), filter->size() * sizeof filter->front());
}

Result<void> add_filters(Prepared& made, std::string_view bytes) {
  if (bytes.empty()) {
    const auto& own = child_filter(made.sanitized);
    if (!own) return tl::make_unexpected(own.error());
    bytes = *own;
  }
  made.notifying.resize(bytes.size() / sizeof(struct sock_filter));
  std::memcpy(made.notifying.data(), bytes.data(), made.notifying.size() * sizeof(struct sock_filter));
  made.killing = kill_instead(made.notifying);
  return {};
}

// The module alone: what it links to is in the runner already, and no other library is to be loaded. For the
// lines in its report AddressSanitizer reads the program too.
Result<void> add_ruleset(Prepared& made) {
  made.landlock = landlock_version();
  if (made.landlock == 0) return {};
  std::vector<PathRule> rules = {{made.module.string(), PathRule::Access::kReadExecute}};
  if (made.sanitized) rules.push_back({"/proc/self/exe", PathRule::Access::kRead});
  made.ruleset.reset(make_ruleset(rules, made.landlock));
  if (!made.ruleset) return fail_errno("cannot make Landlock rules", errno);
  return {};
}

Result<void> take_limits(const ChildLock& lock) {
  const char* refused = apply_limits({.cpu_time = lock.cpu_time,
                                      .address_bytes = lock.sanitized ? -1 : lock.memory_bytes,
                                      .file_bytes = lock.file_bytes,
                                      .stack_bytes = lock.stack_bytes,
                                      .open_files = lock.open_files,
                                      .processes = -1});
  if (refused) return fail_errno(fmt::format("cannot limit {}", refused), errno);
  return {};
}

// A child's /proc/self is its own, so this rule alone can not be prepared.
Result<void> take_landlock(const Prepared& common) {
  if (!common.ruleset) return {};
  if (common.sanitized &&
      !add_path_rule(common.ruleset.get(), "/proc/self", PathRule::Access::kRead, common.landlock))
    return fail_errno("cannot open /proc/self to AddressSanitizer", errno);
  if (!restrict_self(common.ruleset.get())) return fail_errno("cannot apply Landlock rules", errno);
  return {};
}

Result<void> take_filter(Prepared& common, const UniqueFd& socket) {
  const auto pid = static_cast<std::uint32_t>(::getpid());
  const auto socket_number = static_cast<std::uint32_t>(socket.get());
  fill_in(common.notifying, pid, socket_number);
  const int listener = socket ? load_filter_with_listener(common.notifying) : -1;
  if (listener >= 0) {
    const bool sent = send_listener(socket.get(), listener);
    ::close(listener);
    return sent ? Result<void>() : fail_errno("cannot send the listener", errno);
  }
  // EBUSY: somebody around us listens already, and the kernel has room for one.
  fill_in(common.killing, pid, socket_number);
  if (!load_filter(common.killing)) return fail_errno("cannot load the call filter", errno);
  return {};
}

}  // namespace

const Result<std::string>& child_filter(bool sanitized) {
  if (sanitized) {
    static const Result<std::string> bytes = filter_bytes(true);
    return bytes;
  }
  static const Result<std::string> bytes = filter_bytes(false);
  return bytes;
}

Result<void> prepare_lock(const ChildLock& lock, std::string_view filter) {
  if (lock.mode == Mode::kOff || fits(lock)) return {};
  Prepared made;
  made.sanitized = lock.sanitized;
  made.module = lock.module;
  if (auto added = add_filters(made, filter); !added) return added;
  if (auto added = add_ruleset(made); !added) return added;
  prepared() = std::move(made);
  return {};
}

Result<void> lock_child(const ChildLock& lock) {
  const UniqueFd socket(lock.listener_socket);
  if (lock.mode == Mode::kOff) return take_limits(lock);
  if (auto made = prepare_lock(lock); !made) return made;
  if (auto taken = take_limits(lock); !taken) return taken;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return fail_errno("cannot give up new privileges", errno);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (!lock.sanitized) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (auto taken = take_landlock(*prepared()); !taken) return taken;
  prepared()->ruleset.reset();
  return take_filter(*prepared(), socket);
}

}  // namespace grader::sandbox

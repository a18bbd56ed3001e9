#include "grader/sandbox/lock.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "grader/sandbox/rlimits.h"

namespace grader::sandbox {

Result<void> prepare_lock(const ChildLock&) {
  return {};
}

Result<void> lock_child(const ChildLock& lock) {
  const char* refused = apply_limits({.cpu_time = lock.cpu_time,
                                      .address_bytes = lock.sanitized ? -1 : lock.memory_bytes,
                                      .file_bytes = lock.file_bytes,
                                      .stack_bytes = lock.stack_bytes,
                                      .open_files = lock.open_files,
                                      .processes = -1});
  if (refused) return fail_errno(fmt::format("cannot limit {}", refused), errno);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return fail_errno("cannot give up new privileges", errno);
  if (lock.listener_socket >= 0) ::close(lock.listener_socket);
  return {};
}

Result<UniqueFd> receive_listener(int socket) {
  char byte = 0;
  (void)!::recv(socket, &byte, 1, 0);
  return UniqueFd();
}

std::string take_forbidden_call(int) {
  return "";
}

}  // namespace grader::sandbox

#include "grader/sandbox/lock_testing.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <ostream>

namespace grader::sandbox {

void PrintTo(const Fate& fate, std::ostream* out) {
  *out << "forbidden '" << fate.forbidden << "' code " << fate.code << " signal " << fate.signal;
}

Fate allowed() {
  return {.forbidden = "", .code = 0};
}
Fate refused(int error) {
  return {.forbidden = "", .code = error};
}
Fate forbidden(const char* name) {
  return {.forbidden = name, .code = -1, .signal = SIGKILL};
}

std::string beside_libc(const char* name) {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&::getpid), &info);
  return std::filesystem::path(info.dli_fname).parent_path() / name;
}

// Some library that this test does not have loaded stands for the module.
std::string module_path() {
  return beside_libc("libutil.so.1");
}

ChildLock usual_lock() {
  ChildLock lock;
  lock.module = module_path();
  lock.memory_bytes = 1LL << 46;  // AddressSanitizer's own needs, where this test has it
  lock.open_files = 64;
  return lock;
}

// Plays the runner: forks, takes the listener, waits for a forbidden call or the end.
Fate run_locked(int (*inside)(), ChildLock lock) {
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(ends[0]);
    lock.listener_socket = ends[1];
    if (!lock_child(lock)) ::_exit(250);
    ::_exit(inside());
  }
  ::close(ends[1]);
  const UniqueFd socket(ends[0]);
  if (pid < 0) {  // and never kill(-1)
    ADD_FAILURE() << "cannot fork";
    return {};
  }
  auto listener = receive_listener(socket.get());
  Fate fate;
  if (listener && *listener) {
    struct pollfd ready {
      listener->get(), POLLIN, 0
    };
    ::poll(&ready, 1, 20000);
    fate.forbidden = take_forbidden_call(listener->get());
    if (!fate.forbidden.empty()) ::kill(pid, SIGKILL);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (WIFEXITED(status)) fate.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) fate.signal = WTERMSIG(status);
  return fate;
}

// Where somebody around us listens already the names are unknown.
bool listener_can_be_had() {
  static const bool can =
      !run_locked([] { return static_cast<int>(::syscall(SYS_socket, 0, 0, 0)); }).forbidden.empty();
  return can;
}

int error_of(long result) {
  return result < 0 ? errno : 0;
}

}  // namespace grader::sandbox

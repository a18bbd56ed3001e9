#include "grader/run/child.h"

#include <alloca.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <string_view>

#include "grader/protocol/messages.h"
#include "grader/run/answer.h"
#include "grader/run/scatter.h"

namespace grader {
namespace {

constexpr int kSetupFailed = 111;  // nobody reads it: the slot has the words
constexpr int kRequestFd = 5;
constexpr int kListenerFd = 6;
// malloc fills fresh memory with the complement, 0x7f: as a double 1.4e306, as an int two thousand millions,
// so that code which counts on zeros shows.
constexpr int kPerturb = 0x80;

[[noreturn]] void fail_setup(const ChildTask& task, std::string_view why) {
  auto& text = task.slot->failure;
  std::memcpy(text.data(), why.data(), std::min(why.size(), text.size() - 1));
  ::_exit(kSetupFailed);
}

void place(const ChildTask& task, int from, int to) {
  if (from < 0) {
    ::close(to);
  } else if (::dup2(from, to) < 0) {
    fail_setup(task, "cannot place a descriptor");
  }
}

/// From `first` up to, not including, `end`.
void close_all(int first, int end) {
  if (first >= end) return;
  if (::close_range(static_cast<unsigned>(first), static_cast<unsigned>(end) - 1, 0) == 0) return;
  for (int fd = first; fd < std::min(end, 1024); ++fd) ::close(fd);
}

void place_descriptors(const ChildSetup& setup, const ChildTask& task) {
  const auto& from = task.descriptors;
  place(task, setup.empty_input, STDIN_FILENO);
  place(task, from[control::kStdout], STDOUT_FILENO);
  place(task, from[control::kStderr], STDERR_FILENO);
  place(task, from[control::kAnswer], kAnswerFd);
  place(task, from[control::kRecord], kRecordFd);
  place(task, from[control::kRequest], kRequestFd);
  place(task, task.listener_socket, kListenerFd);
  close_all(kListenerFd + 1, std::max(setup.lock_first, kListenerFd + 1));
  close_all(std::max(setup.lock_end, kListenerFd + 1), std::numeric_limits<int>::max());
}

/// A session of its own, so that all it starts can be ended with it; the runner's signals are not its own.
void leave_runner() {
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGPIPE, SIGCHLD, SIGTERM, SIGINT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The request's bytes, for as long as the object lives. Nothing of it is left in the heap or between the
/// mappings.
class MappedRequest {
 public:
  explicit MappedRequest(const ChildTask& task) {
    struct stat status {};
    if (::fstat(kRequestFd, &status) != 0) fail_setup(task, "cannot read the request");
    size_ = static_cast<std::size_t>(status.st_size);
    memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, kRequestFd, 0);
    if (memory_ == MAP_FAILED) fail_setup(task, "cannot read the request");
  }
  ~MappedRequest() { ::munmap(memory_, size_); }
  MappedRequest(const MappedRequest&) = delete;
  MappedRequest& operator=(const MappedRequest&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

std::uint64_t seed_of(const ChildSetup& setup, const ChildTask& task) {
  return mix_bytes(MappedRequest(task).bytes(), setup.module_mark);
}

PreparedRequest read_request(const ChildTask& task) {
  const MappedRequest mapped(task);
  auto request = decode_request(mapped.bytes());
  if (!request) fail_setup(task, request.error().message);
  try {
    return prepare_request(*request);
  } catch (const std::exception& error) {
    fail_setup(task, error.what());
  }
}

void take_lock(const ChildSetup& setup, const ChildTask& task) {
  sandbox::ChildLock lock = child_lock(setup, task.command);
  lock.listener_socket = task.listener_socket < 0 ? -1 : kListenerFd;
  const Result<void> locked = sandbox::lock_child(lock);
  if (!locked) fail_setup(task, locked.error().message);
  if (lock.listener_socket >= 0) ::close(kListenerFd);
  task.slot->ready.store(true);
  ::munmap(task.slots, task.slots_bytes);
}

/// On a stack of its own place, below the runner's frames: none of them is ever returned to.
[[noreturn]] __attribute__((noinline)) void run_scattered(const ChildSetup& setup, const ChildTask& task,
                                                          PreparedRequest request, Draw& draw) {
  void* moved = ::alloca(stack_offset(draw) + 1);
  asm volatile("" : : "r"(moved) : "memory");
  set_stack_guard(draw.next());
  take_lock(setup, task);
  answer_all(setup.module, std::move(request));
}

}  // namespace

sandbox::ChildLock child_lock(const ChildSetup& setup, const control::Command& command) {
  return {.cpu_time = std::chrono::milliseconds(command.cpu_ms),
          .memory_bytes = command.memory_bytes,
          .file_bytes = command.file_bytes,
          .stack_bytes = command.stack_bytes,
          .open_files = command.open_files,
          .module = setup.module,
          .listener_socket = -1,
          .sanitized = setup.sanitized,
          .mode = setup.mode};
}

void run_child(const ChildSetup& setup, const ChildTask& task) noexcept {
  place_descriptors(setup, task);
  leave_runner();
  Draw draw(seed_of(setup, task));
  scatter_memory(draw);
  ::mallopt(M_PERTURB, kPerturb);  // only now: filling what scatters the heap would touch all its pages
  PreparedRequest request = read_request(task);
  ::close(kRequestFd);
  run_scattered(setup, task, std::move(request), draw);
}

}  // namespace grader

// A module of what code may do to its grader: the functions of session_hostile_test.
//
// NOLINTBEGIN: it misbehaves on purpose.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "grader/run/testdata/entry.h"

namespace {

using kit::Tensor;

Tensor identity(const Tensor& x, int) {
  return x;
}

// ---- output

Tensor print(const Tensor& x, int n) {
  std::printf("printed %d\n", n);
  std::cout << "streamed " << n << " without an end of line";
  std::cerr << "complained " << n;
  return x;
}
Tensor flood(const Tensor& x, int fd) {
  static char block[1 << 16];
  std::memset(block, 'A', sizeof block);
  for (int i = 0; i < 1 << 14; ++i)
    if (::write(fd, block, sizeof block) < 0) break;
  return x;
}
Tensor write_much(const Tensor& x, int bytes) {
  std::cout << std::string(static_cast<std::size_t>(bytes), 'x');
  return x;
}

// ---- the answer's channel

void put(const void* bytes, std::size_t size) {
  (void)!::write(3, bytes, size);
}

// A whole answer, as the runner would write it: the number 42 in shape (1).
void forge_answer() {
  const std::uint64_t size = 1 + 1 + 4 + 8 + 8 + 4;
  const std::uint32_t rank = 1;
  const std::int64_t length = 1;
  const double number = 42;
  const std::uint32_t arguments = 0;
  put("KAN1\x01", 5), put(&size, 8), put("\0\0", 2), put(&rank, 4), put(&length, 8), put(&number, 8),
      put(&arguments, 4);
}
void forge_end() {
  const std::uint64_t size = 0;
  put("KAN1\x02", 5), put(&size, 8);
}
Tensor write_garbage(const Tensor& x, int) {
  put("PASS 100/100\n", 13);
  return x;
}
Tensor answer_early(const Tensor& x, int) {
  forge_answer();
  return x;
}
Tensor forge_all(const Tensor&, int code) {
  forge_answer();
  forge_end();
  ::_exit(code);
}
Tensor end_early(const Tensor& x, int) {
  forge_answer();
  forge_end();
  return x;
}
Tensor close_all(const Tensor& x, int) {
  for (int fd = 0; fd < 1024; ++fd) ::close(fd);
  return x;
}
Tensor swap_channels(const Tensor& x, int) {
  ::dup2(1, 3);
  return x;
}

// ---- what a child can see

Tensor open_descriptors(const Tensor&, int) {
  std::vector<double> open;
  for (int fd = 0; fd < 256; ++fd)
    if (::fcntl(fd, F_GETFD) >= 0) open.push_back(fd);
  return kit::tensor({static_cast<std::int64_t>(open.size())}, open);
}
Tensor read_input(const Tensor&, int) {
  char byte = 0;
  return kit::full({1}, static_cast<double>(::read(0, &byte, 1)));
}
// AT_RANDOM, the stack, the heap, this code: what a coin could be tossed with.
Tensor coins(const Tensor&, int) {
  std::uint64_t random = 0;
  std::memcpy(&random, reinterpret_cast<const void*>(::getauxval(AT_RANDOM)), 6);
  const auto stack = reinterpret_cast<std::uintptr_t>(&random);
  void* block = std::malloc(32);
  const auto heap = reinterpret_cast<std::uintptr_t>(block);
  const auto code = reinterpret_cast<std::uintptr_t>(&coins);
  std::free(block);
  return kit::tensor({4}, {static_cast<double>(random), static_cast<double>(stack), static_cast<double>(heap),
                           static_cast<double>(code)});
}
Tensor write_input(const Tensor& x, int n) {
  const_cast<Tensor&>(x)(0) = n;
  return x;
}

// ---- beyond its own process

Tensor open_socket(const Tensor& x, int) {
  ::socket(AF_INET, SOCK_STREAM, 0);
  return x;
}
Tensor leave_a_stray(const Tensor&, int) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setsid();
    ::prctl(PR_SET_NAME, "stray_of_test");
    if (::fork() != 0) ::_exit(0);
    for (int i = 0; i < 600; ++i) {
      ::poll(nullptr, 0, 100);
      (void)!::write(1, "stray\n", 6);
    }
    ::_exit(0);
  }
  return kit::full({1}, pid > 0 ? 1 : 0);
}
Tensor kill_parent(const Tensor& x, int) {
  ::kill(::getppid(), SIGKILL);
  ::poll(nullptr, 0, 10000);
  return x;
}
Tensor write_file(const Tensor& x, int) {
  const int fd = ::open("/tmp", O_TMPFILE | O_RDWR, 0600);
  if (fd >= 0) (void)!::write(fd, "x", 1);
  return x;
}

}  // namespace

const kit::abi::Entry kit_module_entries[] = {
    ENTRY(identity),         ENTRY(print),       ENTRY(flood),     ENTRY(write_much),  ENTRY(write_garbage),
    ENTRY(answer_early),     ENTRY(forge_all),   ENTRY(end_early), ENTRY(close_all),   ENTRY(swap_channels),
    ENTRY(open_descriptors), ENTRY(read_input),  ENTRY(coins),     ENTRY(write_input), ENTRY(open_socket),
    ENTRY(leave_a_stray),    ENTRY(kill_parent), ENTRY(write_file)};
const int kit_module_entry_count = static_cast<int>(sizeof kit_module_entries / sizeof kit_module_entries[0]);

// NOLINTEND

// A module of what code may do in one call, and how it may end: the functions of session_test and
// session_end_test.
//
// NOLINTBEGIN: it misbehaves on purpose.
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/run/testdata/entry.h"

namespace {

using kit::Tensor;

Tensor identity(const Tensor& x, int) {
  return x;
}
Tensor times(const Tensor& x, int n) {
  return x * n;
}

Tensor count_calls(const Tensor&, int) {
  static int calls = 0;
  return kit::full({1}, ++calls);
}

// ---- ends

Tensor crash(const Tensor&, int) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
  return {};
}
Tensor exit_with(const Tensor&, int code) {
  std::exit(code);
}
Tensor leave_with(const Tensor&, int code) {
  ::_exit(code);
}
Tensor call_abort(const Tensor&, int) {
  std::abort();
}
Tensor raise_signal(const Tensor& x, int signal) {
  ::raise(signal);
  return x;
}
Tensor loop(const Tensor& x, int) {
  for (volatile int i = 0;;) {
    (void)i;
  }
  return x;
}
Tensor sleep_long(const Tensor& x, int) {
  for (;;) ::poll(nullptr, 0, 1000);
  return x;
}
Tensor recurse(const Tensor& x, int n) {
  volatile char room[4096];
  room[0] = static_cast<char>(n);
  return room[0] == 1 ? x : recurse(x, n + 2);
}
Tensor end_thread(const Tensor&, int) {
  ::pthread_exit(nullptr);
}
Tensor terminate_and_exit(const Tensor& x, int) {
  std::set_terminate([] { std::exit(0); });
  struct Thrower {
    ~Thrower() noexcept(false) { throw 2; }
  } thrower;
  throw 1;
  return x;
}
Tensor exit_handler(const Tensor& x, int) {
  std::atexit([] { std::puts("PASS"); });
  return x;
}

// ---- memory

Tensor grow(const Tensor& x, int) {
  std::vector<char*> blocks;
  for (;;) {
    blocks.push_back(new char[1 << 20]);
    std::memset(blocks.back(), 1, 1 << 20);
  }
  return x;
}
Tensor ask_for_a_terabyte(const Tensor& x, int) {
  volatile std::size_t size = std::size_t{1} << 40;
  delete[] new char[size];
  return x;
}
Tensor terabyte_nobody_catches(const Tensor& x, int n) noexcept {
  return ask_for_a_terabyte(x, n);
}
Tensor terabyte_caught(const Tensor& x, int n) {
  try {
    return ask_for_a_terabyte(x, n);
  } catch (const std::bad_alloc&) {
    return x;
  }
}
Tensor huge_tensor(const Tensor&, int) {
  return kit::zeros({1 << 20, 1 << 20});
}
Tensor large_tensor(const Tensor&, int mebibytes) {
  return kit::zeros({mebibytes, 1 << 17});
}
Tensor fresh_memory(const Tensor&, int) {
  auto* bytes = static_cast<unsigned char*>(std::malloc(64));
  const Tensor seen = kit::full({1}, bytes[40]);
  std::free(bytes);
  return seen;
}

// ---- exceptions

struct OwnError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct NullWhat : std::runtime_error {
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override { return nullptr; }
};
struct EndlessWhat : std::runtime_error {
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override {
    for (volatile int i = 0;;) {
      (void)i;
    }
    return nullptr;
  }
};
struct HugeWhat : std::exception {
  std::string text = std::string(std::size_t{32} << 20, 'w');
  const char* what() const noexcept override { return text.c_str(); }
};

Tensor throw_one(const Tensor& x, int kind) {
  switch (kind) {
    case 0:
      throw std::invalid_argument("D and n_heads do not fit");
    case 1:
      throw OwnError("mine");
    case 2:
      throw 42;
    case 3:
      throw NullWhat("");
    case 4:
      throw EndlessWhat("");
    case 5:
      throw HugeWhat();
    case 6:
      throw std::bad_alloc();
#line 700
    case 7:
      return kit::matmul(x, x);
    case 8:
      throw kit::NotImplemented("split_heads");
  }
  return x;
}

// ---- other types

std::string describe(const std::string& text, bool flag, double number, const kit::Params& params) {
  return text + (flag ? " yes " : " no ") + std::to_string(number) + " " + kit::to_string(params["w"]);
}

void call_describe(kit::abi::Frame& frame) {
  frame.ret(describe(frame.text(0), frame.flag(1), frame.number(2), frame.params(3)));
}

}  // namespace

const kit::abi::Entry kit_module_entries[] = {ENTRY(identity),
                                              ENTRY(times),
                                              ENTRY(count_calls),
                                              ENTRY(crash),
                                              ENTRY(exit_with),
                                              ENTRY(leave_with),
                                              ENTRY(call_abort),
                                              ENTRY(raise_signal),
                                              ENTRY(loop),
                                              ENTRY(sleep_long),
                                              ENTRY(recurse),
                                              ENTRY(end_thread),
                                              ENTRY(terminate_and_exit),
                                              ENTRY(exit_handler),
                                              ENTRY(grow),
                                              ENTRY(ask_for_a_terabyte),
                                              ENTRY(terabyte_nobody_catches),
                                              ENTRY(terabyte_caught),
                                              ENTRY(huge_tensor),
                                              ENTRY(large_tensor),
                                              ENTRY(fresh_memory),
                                              ENTRY(throw_one),
                                              {"describe", call_describe}};
const int kit_module_entry_count = static_cast<int>(sizeof kit_module_entries / sizeof kit_module_entries[0]);

// NOLINTEND

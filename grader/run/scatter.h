// What a child could toss a coin with, made different for each case and the same at every grading.
//
// Children forked from one runner share its addresses, its AT_RANDOM bytes and its stack guard. Code that
// goes right or wrong by an address would then be right in all cases or in none, by the luck of one start. So
// the runner is started without address randomisation, and each child moves its stack, its heap and its
// mappings by amounts drawn from the request and the module, and draws AT_RANDOM and the stack guard from
// there too. Unsteady code then fails in some of the cases, in the same ones every time.
//
// Left as it is: the pointer guard (glibc has mangled its exit handlers with it, so exit() would crash), the
// clock, getrandom() and process numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace grader {

/// Not for secrets: only different for different bytes.
std::uint64_t mix_bytes(std::string_view bytes, std::uint64_t seed);

/// A row of numbers from one seed (SplitMix64).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();

 private:
  std::uint64_t state_;
};

/// Fills the holes in the heap and between the libraries, in the runner, once: else the next block or module
/// would be put into one of them, whatever else was moved.
void close_gaps();

/// AT_RANDOM's bytes, the heap and the mappings of this process. Costs a mebibyte of address space.
void scatter_memory(Draw& draw);

/// How far the stack is to be moved: a multiple of 16 below 64 KiB.
std::size_t stack_offset(Draw& draw);

/// REQUIRES: no function that is running now returns.
inline __attribute__((always_inline)) void set_stack_guard([[maybe_unused]] std::uint64_t guard) {
#if defined(__x86_64__)
  // The lowest byte is 0, as glibc has it: a text that runs over ends there.
  asm volatile("movq %0, %%fs:0x28" : : "r"(guard & ~std::uint64_t{0xff}) : "memory");
#endif
}

}  // namespace grader

#include "grader/run/scatter.h"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

namespace grader {
namespace {

constexpr std::size_t kGrain = 16;
constexpr std::size_t kPage = 4096;
constexpr std::uint64_t kSteps = 4096;
constexpr std::uint64_t kMostPages = 256;

void set_random_bytes(Draw& draw) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives the address as a number.
  auto* bytes = reinterpret_cast<char*>(::getauxval(AT_RANDOM));
  if (bytes == nullptr) return;
  const std::array<std::uint64_t, 2> fresh{draw.next(), draw.next()};
  std::memcpy(bytes, fresh.data(), sizeof fresh);
}

char* reserve(std::size_t bytes) {
  return static_cast<char*>(
      ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
}

// So that no compiler takes what is kept for useless.
void keep(const void* memory) {
  asm volatile("" : : "r"(memory) : "memory");
}

// To lie there until the process ends is all that it is for.
void keep_block(std::size_t bytes) {
  keep(std::malloc(bytes));  // NOLINT(cppcoreguidelines-owning-memory)
}  // NOLINT(clang-analyzer-unix.Malloc)

// A few of each small size, of which some lie free from the runner's start: the next one comes from another
// place.
void scatter_small_blocks(Draw& draw) {
  constexpr std::size_t kLargest = 256;
  for (std::size_t size = kGrain; size <= kLargest; size += kGrain)
    for (std::uint64_t count = draw.next() % 8; count > 0; --count) keep_block(size);
}

}  // namespace

void close_gaps() {
  constexpr std::size_t kBelowAll = 256U << 20;
  char* below = reserve(kBelowAll);
  if (below == MAP_FAILED) return;
  ::munmap(below, kBelowAll);
  const char* bottom = below + kBelowAll;
  for (std::size_t size = kBelowAll / 2; size >= kPage; size /= 2) {
    char* filled = reserve(size);
    while (filled != MAP_FAILED && filled >= bottom) filled = reserve(size);
    if (filled != MAP_FAILED) ::munmap(filled, size);
  }
}

std::uint64_t mix_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t state = seed ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    bytes.remove_prefix(size);
    state = (state ^ word) * 0x9e3779b97f4a7c15U;
    state ^= state >> 32;
  }
  return state;
}

std::uint64_t Draw::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

void scatter_memory(Draw& draw) {
  set_random_bytes(draw);
  // All of it is kept until the end: what is given back would be used again at once.
  scatter_small_blocks(draw);
  keep_block((1 + draw.next() % kSteps) * kGrain);
  keep(reserve((1 + draw.next() % kMostPages) * kPage));
}

std::size_t stack_offset(Draw& draw) {
  return (draw.next() % kSteps) * kGrain;
}

void stop_randomisation(char** argv) {
  constexpr unsigned long kAsk = 0xffffffff;
  const int now = ::personality(kAsk);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) return;
  ::execv(argv[0], argv);
}

}  // namespace grader

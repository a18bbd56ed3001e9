#include "grader/run/scatter.h"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
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
void keep(void* memory) {
  asm volatile("" : : "r"(memory) : "memory");
}

// To lie there until the process ends is all that it is for.
const void* keep_block(std::size_t bytes) {
  void* block = std::malloc(bytes);  // NOLINT(cppcoreguidelines-owning-memory)
  keep(block);
  return block;
}

// What earlier blocks left free in the heap is taken, the large pieces first, until all comes from its end.
void close_heap_gaps() {
  constexpr std::size_t kLarge = 64U << 10;
  constexpr std::size_t kSmall = 1024;
  const void* end = nullptr;
  for (int i = 0; i < 4; ++i) end = std::max<const void*>(end, keep_block(kLarge));
  for (std::size_t size = kLarge; size > 0; size = size > kSmall ? size / 2 : size - kGrain)
    for (int i = 0; i < 4096 && keep_block(size) < end; ++i) {
    }
}

// Halving sizes fill every hole but those too small for a page.
void close_mapping_gaps() {
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

}  // namespace

void close_gaps() {
  close_heap_gaps();
  close_mapping_gaps();
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
  keep_block((1 + draw.next() % kSteps) * kGrain);
  keep(reserve((1 + draw.next() % kMostPages) * kPage));  // NOLINT(clang-analyzer-unix.Malloc)
}

std::size_t stack_offset(Draw& draw) {
  return (draw.next() % kSteps) * kGrain;
}

}  // namespace grader

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
  auto* bytes = reinterpret_cast<char*>(::getauxval(AT_RANDOM));
  if (bytes == nullptr) return;
  const std::array<std::uint64_t, 2> fresh{draw.next(), draw.next()};
  std::memcpy(bytes, fresh.data(), sizeof fresh);
}

}  // namespace

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
  // Both are kept until the end: what is given back would be used again at once.
  void* block = std::malloc((1 + draw.next() % kSteps) * kGrain);
  const std::size_t gap = (1 + draw.next() % kMostPages) * kPage;
  void* mapping = ::mmap(nullptr, gap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // So that no compiler takes the block for useless.
  asm volatile("" : : "r"(block), "r"(mapping) : "memory");
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

#include "grader/run/capped_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace grader {
namespace {

constexpr std::size_t kPart = 64U << 10;
constexpr int kMostParts = 64;

}  // namespace

Result<CappedPipe> CappedPipe::open(std::int64_t cap, UniqueFd& write_end) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail_errno("cannot make a pipe", errno);
  CappedPipe pipe;
  pipe.read_end_.reset(ends[0]);
  write_end.reset(ends[1]);
  pipe.cap_ = cap;
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return fail_errno("cannot change a pipe", errno);
  return pipe;
}

void CappedPipe::read_some() {
  static thread_local std::array<char, kPart> part;
  for (int i = 0; i < kMostParts && read_end_; ++i) {
    const ssize_t got = ::read(read_end_.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return close();
    const std::int64_t room = std::max<std::int64_t>(cap_ - seen_, 0);
    kept_.append(part.data(), static_cast<std::size_t>(std::min<std::int64_t>(room, got)));
    seen_ += got;
    if (got < static_cast<ssize_t>(part.size())) return;
  }
}

}  // namespace grader

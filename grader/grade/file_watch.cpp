#include "grader/grade/file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "grader/base/unique_fd.h"

namespace grader {
namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(500);
// Not IN_MODIFY: a save in several writes would be graded half-way. IN_CLOSE_WRITE comes once, at its end.
constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

class InotifyWatch : public FileWatch {
 public:
  InotifyWatch(UniqueFd inotify, const std::filesystem::path& file)
      : inotify_(std::move(inotify)), folder_(file.parent_path()), name_(file.filename().string()) {
    look();
  }

  bool changed(std::chrono::milliseconds timeout) override {
    if (watch_ < 0) return came_back(timeout);
    pollfd ready{.fd = inotify_.get(), .events = POLLIN, .revents = 0};
    if (::poll(&ready, 1, static_cast<int>(timeout.count())) <= 0) return false;
    return drain();
  }

 private:
  void look() { watch_ = ::inotify_add_watch(inotify_.get(), folder_.c_str(), kEvents); }

  // The folder is gone: the file counts as changed once it is there again.
  bool came_back(std::chrono::milliseconds timeout) {
    ::poll(nullptr, 0, static_cast<int>(std::min(timeout, kLookAgain).count()));
    look();
    return watch_ >= 0;
  }

  bool drain() {
    alignas(inotify_event) std::array<char, 4096> buffer{};
    bool about_us = false;
    for (;;) {
      const ssize_t count = ::read(inotify_.get(), buffer.data(), buffer.size());
      if (count <= 0) return about_us;
      about_us |= about_file(buffer.data(), static_cast<std::size_t>(count));
    }
  }

  bool about_file(const char* bytes, std::size_t size) {
    bool ours = false;
    for (std::size_t at = 0; at + sizeof(inotify_event) <= size;) {
      inotify_event event{};
      std::memcpy(&event, bytes + at, sizeof event);
      const char* name = bytes + at + sizeof event;
      ours |= (event.mask & IN_Q_OVERFLOW) != 0 || (event.len > 0 && name_ == name);
      if ((event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0) forget();
      at += sizeof event + event.len;
    }
    return ours;
  }

  void forget() {
    if (watch_ >= 0) ::inotify_rm_watch(inotify_.get(), watch_);
    watch_ = -1;
  }

  UniqueFd inotify_;
  std::filesystem::path folder_;
  std::string name_;
  int watch_ = -1;
};

}  // namespace

Result<std::unique_ptr<FileWatch>> FileWatch::open(const std::filesystem::path& file) {
  UniqueFd inotify(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!inotify) return fail_errno("cannot watch for changes", errno);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(file, error);
  if (error) return fail("cannot watch '" + file.string() + "': " + error.message());
  return std::make_unique<InotifyWatch>(std::move(inotify), absolute);
}

}  // namespace grader

#include "grader/sandbox/listener.h"

#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "grader/sandbox/lock.h"
#include "grader/sandbox/seccomp_filter.h"

namespace grader::sandbox {
namespace {

// A message of one byte with room for one descriptor. Points into itself: stays where it was made.
struct Parcel {
  char byte = 'l';
  alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  struct iovec text {
    &byte, 1
  };
  struct msghdr message {};

  Parcel() {
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;
};

}  // namespace

bool send_listener(int socket, int listener) {
  Parcel parcel;
  struct cmsghdr* header = CMSG_FIRSTHDR(&parcel.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof listener);
  std::memcpy(CMSG_DATA(header), &listener, sizeof listener);
  // All processes of this user together may have no more descriptors under way than this one may open:
  // others' are soon received. Nothing but sending is allowed here, so it is tried again without a pause.
  constexpr int kTries = 200'000;
  ssize_t sent = -1;
  for (int i = 0; i < kTries && sent < 0; ++i) {
    sent = ::sendmsg(socket, &parcel.message, MSG_NOSIGNAL);
    if (sent < 0 && errno != ETOOMANYREFS) break;
  }
  return sent == 1;
}

Result<UniqueFd> receive_listener(int socket) {
  Parcel parcel;
  ssize_t count = 0;
  do {
    count = ::recvmsg(socket, &parcel.message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno != ECONNRESET) return fail_errno("cannot receive the listener", errno);
  const struct cmsghdr* header = count == 1 ? CMSG_FIRSTHDR(&parcel.message) : nullptr;
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int)))
    return UniqueFd();
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return UniqueFd(fd);
}

std::string take_forbidden_call(int listener_fd) {
  struct pollfd ready {
    listener_fd, POLLIN, 0
  };
  if (::poll(&ready, 1, 0) != 1 || (ready.revents & POLLIN) == 0) return "";
  struct seccomp_notif call {};
  // Fails when the caller has died meanwhile: then there is nothing to tell.
  if (::ioctl(listener_fd, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) return "";
  return call_name(call.data.nr);
}

}  // namespace grader::sandbox

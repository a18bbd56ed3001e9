#include "grader/run/control.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <type_traits>

namespace grader::control {
namespace {

static_assert(std::is_trivially_copyable_v<Command> && std::is_trivially_copyable_v<Report>);

// The kernel takes 4096 instructions of 8 bytes.
constexpr std::size_t kMostFilterBytes = 32U << 10;
constexpr std::size_t kAncillaryBytes = CMSG_SPACE(sizeof(int) * kMostDescriptors);

void attach(msghdr& message, std::span<char> ancillary, std::span<const int> descriptors) {
  if (descriptors.empty()) return;
  message.msg_control = ancillary.data();
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
}

void detach(msghdr& message, Received& received) {
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count && received.count < received.descriptors.size(); ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof fd);
      received.descriptors[received.count++].reset(fd);
    }
  }
}

bool send_packet(int socket, const void* bytes, std::size_t size, std::span<const int> descriptors) {
  alignas(cmsghdr) std::array<char, kAncillaryBytes> ancillary{};
  iovec part{const_cast<void*>(bytes), size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  attach(message, ancillary, descriptors);
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

/// False when there is none; `descriptors` may be null where none are expected.
Result<bool> receive_packet(int socket, void* bytes, std::size_t size, Received* descriptors) {
  alignas(cmsghdr) std::array<char, kAncillaryBytes> ancillary{};
  iovec part{bytes, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = descriptors ? ancillary.data() : nullptr;
  message.msg_controllen = descriptors ? ancillary.size() : 0;
  const ssize_t got = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (got != static_cast<ssize_t>(size))
    return fail_internal("the other side of the runner's socket is gone");
  if (descriptors) detach(message, *descriptors);
  return true;
}

}  // namespace

void set_text(Report& report, std::string_view text) {
  report.text.fill('\0');
  std::memcpy(report.text.data(), text.data(), std::min(text.size(), report.text.size() - 1));
}

bool send_filter(int socket, std::string_view bytes) {
  return send_packet(socket, bytes.data(), bytes.size(), {});
}

Result<std::string> receive_filter(int socket) {
  std::string bytes(kMostFilterBytes, '\0');
  ssize_t got = -1;
  do {
    got = ::recv(socket, bytes.data(), bytes.size(), MSG_TRUNC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0 || got > static_cast<ssize_t>(bytes.size())) return fail_internal("no call filter came");
  bytes.resize(static_cast<std::size_t>(got));
  return bytes;
}

bool send_command(int socket, const Command& command, std::span<const int> descriptors) {
  return send_packet(socket, &command, sizeof command, descriptors);
}

bool send_report(int socket, const Report& report) {
  return send_packet(socket, &report, sizeof report, {});
}

Result<std::optional<Received>> receive_command(int socket) {
  Received received;
  const auto there = receive_packet(socket, &received.command, sizeof received.command, &received);
  if (!there) return tl::make_unexpected(there.error());
  return *there ? std::optional<Received>(std::move(received)) : std::nullopt;
}

Result<std::optional<Report>> receive_report(int socket) {
  Report report;
  const auto there = receive_packet(socket, &report, sizeof report, nullptr);
  if (!there) return tl::make_unexpected(there.error());
  return *there ? std::optional<Report>(report) : std::nullopt;
}

}  // namespace grader::control

// What the grader and the runner say to each other over their socket. Both ends are ours: no code of a
// student ever holds it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"

namespace grader::control {

/// Where the runner finds its end.
inline constexpr int kSocket = 3;

/// A runner refuses more runs than this at once.
inline constexpr int kMostRuns = 64;

/// The descriptors that come with Command::Kind::kRun, in this order; the last one only when recording.
enum Descriptor { kRequest, kAnswer, kStdout, kStderr, kRecord };
inline constexpr std::size_t kMostDescriptors = 5;

struct Command {
  enum class Kind : int { kRun, kKill };
  Kind kind = Kind::kRun;
  int open_files = 0;
  std::uint64_t id = 0;
  std::int64_t cpu_ms = 0;
  std::int64_t wall_ms = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t file_bytes = 0;
  std::int64_t stack_bytes = 0;
};

/// Why the runner killed a child before its end.
enum class Killed : int { kNot, kByOrder, kWallTime, kCpuTime, kMemory, kForbiddenCall };

/// How a run ended.
struct Report {
  std::uint64_t id = 0;
  bool ready = false;  // the child got as far as loading the module; else `text` says what failed
  Killed killed = Killed::kNot;
  int wait_status = 0;
  std::int64_t wall_us = 0;
  std::int64_t cpu_us = 0;
  std::int64_t peak_bytes = 0;
  std::array<char, 256> text{};  // kForbiddenCall: the call's name
};
void set_text(Report& report, std::string_view text);

/// No memory is taken for it: see fork_server.h.
struct Received {
  Command command;
  std::array<UniqueFd, kMostDescriptors> descriptors;
  std::size_t count = 0;  // of descriptors
};

/// The very first packet to a runner that locks its children: their call filter, see lock.h.
bool send_filter(int socket, std::string_view bytes);
/// Waits for it. An error: the other side is gone.
Result<std::string> receive_filter(int socket);

/// False when the other side is gone. Neither raises SIGPIPE.
bool send_command(int socket, const Command& command, std::span<const int> descriptors);
bool send_report(int socket, const Report& report);

/// The next packet, without waiting; nothing when there is none. An error: the other side is gone.
Result<std::optional<Received>> receive_command(int socket);
Result<std::optional<Report>> receive_report(int socket);

}  // namespace grader::control

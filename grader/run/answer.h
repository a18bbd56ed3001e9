// The calls of one request, made and answered. Runs in the child, under the lock; from here on nothing is
// ours alone.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "grader/model/outcome.h"
#include "grader/run/kit_values.h"

namespace grader {

inline constexpr int kAnswerFd = 3;
inline constexpr int kRecordFd = 4;

/// A request whose values are the kit's.
struct PreparedCall {
  int function = 0;
  std::vector<std::variant<KitValue, ResultOf>> arguments;
};
struct PreparedRequest {
  std::vector<PreparedCall> calls;
  Recording recording = Recording::kOff;
  bool return_arguments = false;
};
/// Throws std::out_of_range, see to_kit.
PreparedRequest prepare_request(const Request& request);

/// Does once what each run does, without a module and without a word: what the dynamic linker and the
/// unwinder look up for it then lies in memory that all children share.
void rehearse();

/// Loads the module, makes the calls in order, writes each answer to kAnswerFd as soon as it is there and
/// what was recorded to kRecordFd, flushes stdout and stderr, writes the end mark and ends the process by
/// _exit(0). A call that throws is answered with the exception and the next one is made; a call that needs
/// its result is answered with the same exception. A module that can't be loaded is answered with the reason.
[[noreturn]] void answer_all(const std::filesystem::path& module, PreparedRequest request);

}  // namespace grader

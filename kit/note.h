// How the kit's functions report to the recorder (kit/record.h).
#pragma once

#include <atomic>
#include <initializer_list>
#include <utility>

#include "kit/record.h"

namespace kit {
namespace internal KIT_HIDDEN {

extern std::atomic<record::Mode> recording_mode;

// The line to blame for a call: of the outermost given function where there is one, else this line.
int caller_line(int line);
// The message of an error, with the name of that given function before it.
std::string caller_message(const std::string& message);

// Notes a call of an operation. Does nothing within a given function.
void note(const char* operation, int line, std::initializer_list<Arg> inputs, const Tensor& output);
void note(const char* operation, int line, std::vector<Shape> inputs, const Tensor& output);
// Notes a call with no tensor as its result.
void note(const char* operation, int line);
void note_stage(const char* name, int line, const Tensor& value);

inline bool recording() {
  return recording_mode.load(std::memory_order_relaxed) != record::Mode::kOff;
}

// Notes the call if recording, and gives the output back.
inline Tensor noted(const char* operation, int line, std::initializer_list<Arg> inputs, Tensor output) {
  if (recording()) [[unlikely]]
    note(operation, line, inputs, output);
  return output;
}

}  // namespace KIT_HIDDEN
}  // namespace kit

// What the student's code did, before anyone judges it. All of it comes from an untrusted process.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "grader/model/value.h"

namespace grader {

/// What one run is asked to do: calls in one fresh process, in order.
struct ResultOf {
  int call = 0;  // the result of an earlier call of the same request is the argument
};
struct Call {
  int function = 0;  // index in Manifest::functions
  std::vector<std::variant<Value, ResultOf>> arguments;
};
enum class Recording { kOff, kCounts, kShapes, kValues };
struct Request {
  std::vector<Call> calls;
  Recording recording = Recording::kOff;
  bool return_arguments = false;  // also answer with the arguments as they are after each call
};

struct Thrown {
  std::string type;                // demangled, cleaned, cut: `kit::ShapeError`
  std::vector<std::string> bases;  // the known types it can be caught as, `std::invalid_argument` among them
  std::string message;             // what(), cut
  int line = 0;                    // of the student's file where the kit knows it, else 0
};

/// The answer to one call.
struct CallAnswer {
  std::variant<Value, Thrown> result;
  std::vector<Value> arguments_after;  // empty unless asked for
};

/// One recorded kit operation (Recording::kShapes, kValues) or a total (kCounts).
struct Operation {
  std::string name;           // `matmul`, `element access`
  std::vector<Shape> inputs;  // shapes of the operands
  Shape output;
  int line = 0;              // of the student's file; 0 not known
  std::int64_t count = 1;    // kCounts: how often this name and line were seen in the call
  int call = 0;              // index in Request::calls
  std::vector<double> data;  // kValues: the result's numbers, or empty when over the cap
  bool is_stage = false;     // a mark of the reference: name is the stage's
};

/// How a process ended, as seen from outside.
struct Ended {
  enum class How {
    kExited,     // by itself, with `code`
    kSignalled,  // by signal `code`
    kTimeLimit,  // wall or CPU time
    kMemoryLimit,
    kOutputLimit,
    kFileLimit,
    kForbiddenCall,  // `detail` names the system call
    kNotStarted,     // ours: `detail` says why
  };
  How how = How::kExited;
  int code = 0;
  std::string detail;
  std::chrono::milliseconds wall_time{0};
  std::chrono::milliseconds cpu_time{0};
  std::int64_t peak_memory_bytes = 0;
};

/// Everything one run left behind.
struct RunOutcome {
  Ended ended;
  std::vector<CallAnswer> answers;  // complete answers only, at most one a call
  bool complete = false;            // every call was answered, the end mark came, and nothing after it
  std::string malformed;            // why the answer was refused, or ""
  std::string stdout_text;          // raw bytes, capped: clean before showing
  std::string stderr_text;
  bool output_cut = false;
  std::vector<Operation> operations;
};

}  // namespace grader

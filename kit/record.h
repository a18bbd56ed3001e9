// What the kit's functions were called for: counts, shapes and values, for the program that runs submissions.
//
// Off by default, and then a call costs one branch. While recording, each call of an operation and each
// element access is noted with the line of the caller's file (0 where unknown, and not to be trusted: #line
// can move it). Operations that given code makes inside of one call (kit/given.h) are noted as that one call.
// The recorder is the kit's one global. It is safe to use from several threads; records are in order of
// completion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kit/internal.h"

namespace kit {
namespace record KIT_HIDDEN {

enum class Mode {
  kOff,
  kCounts,  // how often each operation was called on each line
  kShapes,  // counts, and one Operation per call without its numbers; stages without their numbers
  kValues,  // counts, and operations and stages with their numbers
};

// What is beyond a limit is not kept, and counted in Record::dropped.
struct Limits {
  std::size_t counts = 4096;          // pairs of operation and line
  std::size_t operations = 4096;      // operations, and as many stages
  std::size_t values_each = 1 << 16;  // numbers of one result
  std::size_t values = 1 << 20;       // numbers of all results together
};

// Names: as in source text ("matmul", "reshape", "+", "negate" for unary minus), "element access" for x(i, j)
// in reading and writing, "params" for params[name], and what given code calls itself.
struct Count {
  std::string operation;
  int line = 0;
  std::int64_t count = 0;
};

struct Operation {
  std::string name;
  int line = 0;
  std::vector<Shape> inputs;  // of the tensors among the arguments
  Shape output;
  bool has_values = false;
  std::vector<double> values;  // of the output, row-major
};

struct Stage {
  std::string name;
  int line = 0;
  Shape shape;
  bool has_values = false;
  std::vector<double> values;
};

// Element access is in counts alone. == has output shape ().
struct Record {
  std::vector<Count> counts;  // by line, then by name
  std::vector<Operation> operations;
  std::vector<Stage> stages;
  std::int64_t dropped = 0;
};

// Begins a new record and forgets the last one.
void start(Mode mode, const Limits& limits = {});

// Ends the recording and gives what was noted since start.
Record take();

}  // namespace KIT_HIDDEN
}  // namespace kit

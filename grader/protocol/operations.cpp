// What the recorder saw: one operation behind the other until the bytes end.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "grader/protocol/messages.h"
#include "grader/protocol/value_wire.h"

namespace grader {
namespace {

using wire::Reader;
using wire::Writer;

constexpr std::size_t kMaxOperationName = 256;
constexpr std::size_t kLeastShapeBytes = 4;
// Of one operation, and of one run.
constexpr std::size_t kMaxInputs = 1024;
constexpr std::size_t kMaxOperations = 1U << 17;

void write_operation(Writer& out, const Operation& operation) {
  out.text(std::string_view(operation.name).substr(0, kMaxOperationName));
  const std::size_t inputs = std::min(operation.inputs.size(), kMaxInputs);
  out.u32(static_cast<std::uint32_t>(inputs));
  for (std::size_t i = 0; i < inputs; ++i) wire::write_shape(out, operation.inputs[i]);
  wire::write_shape(out, operation.output);
  out.u32(static_cast<std::uint32_t>(std::max(operation.line, 0)));
  out.i64(operation.count);
  out.u32(static_cast<std::uint32_t>(operation.call));
  out.u64(operation.data.size());
  out.numbers(operation.data);
  out.u8(operation.is_stage ? 1 : 0);
}

std::vector<Shape> read_shapes(Reader& in) {
  std::vector<Shape> shapes;
  const std::uint32_t count = in.count(kLeastShapeBytes, kMaxInputs);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) shapes.push_back(wire::read_shape(in));
  return shapes;
}

/// All of the operation's numbers or none.
std::vector<double> read_data(Reader& in, const Shape& shape) {
  const std::uint64_t count = in.u64();
  if (count != 0 && in.ok() && count != static_cast<std::uint64_t>(element_count(shape)))
    in.refuse("has another count of numbers than its shape");
  return in.numbers(count);
}

int read_int(Reader& in) {
  const std::uint32_t value = in.u32();
  if (value > static_cast<std::uint32_t>(std::numeric_limits<int>::max()))
    in.refuse("holds a number too large");
  return static_cast<int>(value);
}

Operation read_operation(Reader& in) {
  Operation operation;
  operation.name = in.text(kMaxOperationName);
  operation.inputs = read_shapes(in);
  operation.output = wire::read_shape(in);
  operation.line = read_int(in);
  operation.count = in.i64();
  if (operation.count < 0) in.refuse("was seen less than never");
  operation.call = read_int(in);
  operation.data = read_data(in, operation.output);
  operation.is_stage = in.u8() != 0;
  return operation;
}

}  // namespace

std::string encode_operations(const std::vector<Operation>& operations) {
  Writer out;
  for (const Operation& operation : operations) write_operation(out, operation);
  return out.take();
}

Result<std::vector<Operation>> decode_operations(std::string_view bytes) {
  Reader in(bytes);
  std::vector<Operation> operations;
  while (in.ok() && in.left() > 0) {
    if (operations.size() == kMaxOperations) in.refuse(fmt::format("comes after {} others", kMaxOperations));
    operations.push_back(read_operation(in));
  }
  if (!in.ok()) return fail("a recorded operation " + in.fault());
  return operations;
}

}  // namespace grader

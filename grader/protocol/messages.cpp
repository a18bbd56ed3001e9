#include "grader/protocol/messages.h"

#include <fmt/format.h>

#include "grader/protocol/value_wire.h"

namespace grader {
namespace {

using wire::Reader;
using wire::Writer;

enum class ArgumentKind : std::uint8_t { kValue, kResultOf };

constexpr std::size_t kLeastArgumentBytes = 2;
constexpr std::size_t kLeastCallBytes = 8;
constexpr std::size_t kMaxCalls = 4096;

void write_argument(Writer& out, const std::variant<Value, ResultOf>& argument) {
  if (const auto* earlier = std::get_if<ResultOf>(&argument)) {
    out.u8(static_cast<std::uint8_t>(ArgumentKind::kResultOf));
    out.u32(static_cast<std::uint32_t>(earlier->call));
    return;
  }
  out.u8(static_cast<std::uint8_t>(ArgumentKind::kValue));
  wire::write_value(out, std::get<Value>(argument));
}

std::variant<Value, ResultOf> read_argument(Reader& in, std::uint32_t calls_before) {
  const std::uint8_t kind = in.u8();
  if (kind == static_cast<std::uint8_t>(ArgumentKind::kValue)) return wire::read_value(in);
  if (kind != static_cast<std::uint8_t>(ArgumentKind::kResultOf))
    in.refuse("holds an unknown kind of argument");
  const std::uint32_t call = in.u32();
  if (in.ok() && call >= calls_before) in.refuse("takes the result of a call that comes later");
  return ResultOf{static_cast<int>(call)};
}

Call read_call(Reader& in, std::uint32_t calls_before) {
  Call call;
  const std::uint32_t function = in.u32();
  if (function > 1U << 20) in.refuse("names a function beyond all");
  call.function = static_cast<int>(function);
  const std::uint32_t arguments = in.count(kLeastArgumentBytes, wire::kMaxArguments);
  for (std::uint32_t i = 0; i < arguments && in.ok(); ++i)
    call.arguments.push_back(read_argument(in, calls_before));
  return call;
}

}  // namespace

std::string encode_request(const Request& request) {
  Writer out;
  out.u8(static_cast<std::uint8_t>(request.recording));
  out.u8(request.return_arguments ? 1 : 0);
  out.u32(static_cast<std::uint32_t>(request.calls.size()));
  for (const Call& call : request.calls) {
    out.u32(static_cast<std::uint32_t>(call.function));
    out.u32(static_cast<std::uint32_t>(call.arguments.size()));
    for (const auto& argument : call.arguments) write_argument(out, argument);
  }
  return out.take();
}

Result<Request> decode_request(std::string_view bytes) {
  Reader in(bytes);
  Request request;
  const std::uint8_t recording = in.u8();
  if (recording > static_cast<std::uint8_t>(Recording::kValues)) in.refuse("asks for an unknown recording");
  request.recording = static_cast<Recording>(recording);
  request.return_arguments = in.u8() != 0;
  const std::uint32_t calls = in.count(kLeastCallBytes, kMaxCalls);
  for (std::uint32_t i = 0; i < calls && in.ok(); ++i) request.calls.push_back(read_call(in, i));
  if (in.ok() && in.left() > 0) in.refuse(fmt::format("has {} bytes too many", in.left()));
  if (!in.ok()) return fail_internal("the request " + in.fault());
  return request;
}

}  // namespace grader

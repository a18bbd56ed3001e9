// Frames of a runner's child: a mark, the kind, the length, the content.
#include <fmt/format.h>

#include <algorithm>

#include "grader/protocol/messages.h"
#include "grader/protocol/value_wire.h"

namespace grader {
namespace {

using wire::Reader;
using wire::Writer;

constexpr std::uint32_t kMark = 0x314e414b;  // "KAN1"
constexpr std::size_t kHeaderBytes = 4 + 1 + 8;
constexpr std::size_t kMaxBases = 64;
constexpr std::size_t kMaxLoadBytes = 4096;

enum class Kind : std::uint8_t { kAnswer = 1, kEnd, kMemoryRanOut, kLoadFailure };
enum class ResultKind : std::uint8_t { kValue, kThrown };

void write_header(Writer& out, Kind kind, std::size_t content_bytes) {
  out.u32(kMark);
  out.u8(static_cast<std::uint8_t>(kind));
  out.u64(content_bytes);
}

std::string frame(Kind kind, std::string_view content) {
  Writer out;
  write_header(out, kind, content.size());
  out.raw(content);
  return out.take();
}

void write_values(Writer& out, const std::vector<Value>& values) {
  out.u32(static_cast<std::uint32_t>(values.size()));
  for (const Value& value : values) wire::write_value(out, value);
}

void write_thrown(Writer& out, const Thrown& thrown) {
  out.text(std::string_view(thrown.type).substr(0, kMaxTypeBytes));
  const std::size_t bases = std::min(thrown.bases.size(), kMaxBases);
  out.u32(static_cast<std::uint32_t>(bases));
  for (std::size_t i = 0; i < bases; ++i)
    out.text(std::string_view(thrown.bases[i]).substr(0, kMaxTypeBytes));
  out.text(std::string_view(thrown.message).substr(0, kMaxMessageBytes));
  out.u32(static_cast<std::uint32_t>(std::max(thrown.line, 0)));
}

Thrown read_thrown(Reader& in) {
  Thrown thrown;
  thrown.type = in.text(kMaxTypeBytes);
  const std::uint32_t bases = in.count(4, kMaxBases);
  for (std::uint32_t i = 0; i < bases && in.ok(); ++i) thrown.bases.push_back(in.text(kMaxTypeBytes));
  thrown.message = in.text(kMaxMessageBytes);
  thrown.line = std::max(static_cast<int>(in.u32()), 0);
  return thrown;
}

std::variant<Value, Thrown> read_result(Reader& in) {
  const std::uint8_t kind = in.u8();
  if (kind == static_cast<std::uint8_t>(ResultKind::kThrown)) return read_thrown(in);
  if (kind != static_cast<std::uint8_t>(ResultKind::kValue)) in.refuse("is neither a value nor an exception");
  return wire::read_value(in);
}

CallAnswer read_answer(Reader& in) {
  CallAnswer answer{.result = read_result(in), .arguments_after = {}};
  const std::uint32_t arguments = in.count(2, wire::kMaxArguments);
  for (std::uint32_t i = 0; i < arguments && in.ok(); ++i)
    answer.arguments_after.push_back(wire::read_value(in));
  if (in.ok() && in.left() > 0) in.refuse(fmt::format("has {} bytes too many", in.left()));
  return answer;
}

/// Takes one frame after another off the bytes until the end, a fault, or a frame that is cut short.
class AnswerDecoder {
 public:
  AnswerDecoder(std::string_view bytes, std::size_t expected) : in_(bytes), expected_(expected) {}

  DecodedAnswers run() {
    while (decoded_.malformed.empty() && in_.left() > 0) {
      if (!next_frame()) return std::move(decoded_);
    }
    decoded_.complete = ended_ && decoded_.malformed.empty();
    return std::move(decoded_);
  }

 private:
  /// False when the frame is cut short.
  bool next_frame() {
    if (ended_) return refuse(fmt::format("{} bytes come after the end mark", in_.left()));
    if (in_.left() < kHeaderBytes) return in_.left() >= 4 && in_.u32() != kMark && refuse(kNoFrame);
    if (in_.u32() != kMark) return refuse(kNoFrame);
    const std::uint8_t kind = in_.u8();
    const std::uint64_t size = in_.u64();
    if (kind < static_cast<std::uint8_t>(Kind::kAnswer) ||
        kind > static_cast<std::uint8_t>(Kind::kLoadFailure))
      return refuse(kNoFrame);
    if (size > in_.left()) return false;
    return take(static_cast<Kind>(kind), in_.raw(size));
  }

  bool take(Kind kind, std::string_view content) {
    switch (kind) {
      case Kind::kAnswer:
        return take_answer(content);
      case Kind::kEnd:
        return take_end(content);
      case Kind::kMemoryRanOut:
        decoded_.memory_ran_out = true;
        return true;
      case Kind::kLoadFailure:
        return refuse(load_failure(content));
    }
    return false;
  }

  bool take_answer(std::string_view content) {
    if (decoded_.answers.size() == expected_)
      return refuse(fmt::format("more answers than calls: {} were asked for", expected_));
    Reader in(content);
    CallAnswer answer = read_answer(in);
    if (!in.ok()) return refuse("an answer " + in.fault());
    decoded_.answers.push_back(std::move(answer));
    return true;
  }

  bool take_end(std::string_view content) {
    if (!content.empty()) return refuse("an end mark with content");
    if (decoded_.answers.size() != expected_)
      return refuse(
          fmt::format("the end mark comes after {} of {} answers", decoded_.answers.size(), expected_));
    ended_ = true;
    return true;
  }

  static std::string load_failure(std::string_view content) {
    return "the compiled code could not be loaded: " + std::string(content.substr(0, kMaxLoadBytes));
  }

  /// True, so that a caller can end its turn with it: the loop sees the fault.
  bool refuse(std::string fault) {
    decoded_.malformed = std::move(fault);
    return true;
  }

  static constexpr const char* kNoFrame = "bytes that are no answer were written where only answers belong";

  Reader in_;
  std::size_t expected_;
  bool ended_ = false;
  DecodedAnswers decoded_;
};

}  // namespace

std::string encode_answer(const CallAnswer& answer) {
  Writer out;
  if (const auto* thrown = std::get_if<Thrown>(&answer.result)) {
    out.u8(static_cast<std::uint8_t>(ResultKind::kThrown));
    write_thrown(out, *thrown);
  } else {
    out.u8(static_cast<std::uint8_t>(ResultKind::kValue));
    wire::write_value(out, std::get<Value>(answer.result));
  }
  write_values(out, answer.arguments_after);
  return frame(Kind::kAnswer, out.take());
}

AnswerAround encode_answer_around(const Shape& shape, const std::vector<Value>& arguments_after) {
  Writer head;
  head.u8(static_cast<std::uint8_t>(ResultKind::kValue));
  head.u8(static_cast<std::uint8_t>(Type::kTensor));
  wire::write_shape(head, shape);
  Writer tail;
  write_values(tail, arguments_after);
  const std::size_t numbers_bytes = static_cast<std::size_t>(element_count(shape)) * sizeof(double);
  Writer before;
  write_header(before, Kind::kAnswer, head.size() + numbers_bytes + tail.size());
  before.raw(head.take());
  return {.before = before.take(), .after = tail.take()};
}

std::string encode_end() {
  return frame(Kind::kEnd, {});
}

std::string encode_memory_ran_out() {
  return frame(Kind::kMemoryRanOut, {});
}

std::string encode_load_failure(std::string_view why) {
  return frame(Kind::kLoadFailure, why.substr(0, kMaxLoadBytes));
}

DecodedAnswers decode_answers(std::string_view bytes, std::size_t expected) {
  return AnswerDecoder(bytes, expected).run();
}

}  // namespace grader

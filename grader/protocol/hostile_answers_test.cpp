// What a hostile program can write where answers belong.
#include <gtest/gtest.h>

#include <limits>

#include "grader/protocol/messages.h"
#include "grader/protocol/value_wire.h"

namespace grader {
namespace {

/// An answer's frame around any content, as the encoder makes it.
std::string frame(int kind, std::string_view content) {
  wire::Writer out;
  out.raw("KAN1");
  out.u8(static_cast<std::uint8_t>(kind));
  out.u64(content.size());
  out.raw(content);
  return out.take();
}
constexpr int kAnswerFrame = 1;
constexpr int kEndFrame = 2;

/// The content of an answer that is a tensor of this shape with this many numbers behind it.
std::string tensor_content(const std::vector<std::int64_t>& shape, std::size_t numbers) {
  wire::Writer out;
  out.u8(0);
  out.u8(0);
  out.u32(static_cast<std::uint32_t>(shape.size()));
  for (const std::int64_t size : shape) out.i64(size);
  out.numbers(std::vector<double>(numbers, 1.0));
  out.u32(0);
  return out.take();
}

CallAnswer value_answer(Value value) {
  return {.result = std::move(value), .arguments_after = {}};
}

struct Hostile {
  const char* name;
  std::string bytes;
  std::size_t expected;
  std::size_t answers;  // kept before the fault
  const char* malformed;
};

std::string one_answer() {
  return encode_answer(value_answer(Array{{2}, {1, 2}}));
}

std::vector<Hostile> hostile_shapes() {
  const auto tensor = [](const std::vector<std::int64_t>& shape, std::size_t numbers) {
    return frame(kAnswerFrame, tensor_content(shape, numbers)) + encode_end();
  };
  return {
      {"negative size", tensor({-3}, 3), 1, 0, "an answer claims a tensor with an axis of size -3"},
      {"two negative sizes", tensor({-1, -3}, 3), 1, 0, "an answer claims a tensor with an axis of size -1"},
      {"overflowing product", tensor({1LL << 32, 1LL << 32}, 1), 1, 0,
       "an answer claims a tensor with more numbers than can be counted"},
      {"overflow hidden by a zero", tensor({1LL << 62, 4, 0}, 0), 1, 0,
       "an answer claims a tensor with more numbers than can be counted"},
      {"huge tensor", tensor({1LL << 30, 1LL << 30}, 8), 1, 0,
       "an answer claims a tensor of 1152921504606846976 numbers and has 68 bytes for them"},
      {"one number short", tensor({2, 3}, 5), 1, 0,
       "an answer claims a tensor of 6 numbers and has 44 bytes for them"},
      {"numbers beside an axis of size 0", tensor({0, 2}, 2), 1, 0, "an answer has 16 bytes too many"},
      {"a million axes", tensor(std::vector<std::int64_t>(1000000, 1), 1), 1, 0,
       "an answer claims a tensor of 1000000 axes, at most 32 are possible"},
      {"33 axes", tensor(std::vector<std::int64_t>(33, 1), 1), 1, 0,
       "an answer claims a tensor of 33 axes, at most 32 are possible"},
  };
}

std::string content_of(std::initializer_list<int> bytes) {
  std::string content;
  for (const int byte : bytes) content.push_back(static_cast<char>(byte));
  return content;
}

std::vector<Hostile> hostile_contents() {
  const auto answer = [](std::initializer_list<int> bytes) {
    return frame(kAnswerFrame, content_of(bytes)) + encode_end();
  };
  return {
      {"empty answer", answer({}), 1, 0, "an answer ends too early"},
      {"neither value nor exception", answer({7}), 1, 0, "an answer is neither a value nor an exception"},
      {"unknown kind of value", answer({0, 77, 0, 0, 0, 0}), 1, 0,
       "an answer holds a value of unknown kind 77"},
      {"bool of value 2", answer({0, 4, 2, 0, 0, 0, 0}), 1, 0, "an answer holds a bool of value 2"},
      {"huge text", answer({0, 5, 255, 255, 255, 255}), 1, 0,
       "an answer holds a text of 4294967295 bytes, at most 16777216 are allowed"},
      {"text longer than the answer", answer({0, 5, 9, 0, 0, 0, 'a'}), 1, 0, "an answer ends too early"},
      {"huge params", answer({0, 1, 255, 255, 255, 255}), 1, 0,
       "an answer claims a list of 4294967295 entries, at most 4096 are allowed"},
      {"params without their entries", answer({0, 1, 0, 16, 0, 0}), 1, 0,
       "an answer claims a list of 4096 entries and has 0 bytes for them"},
      {"too many arguments", answer({0, 4, 1, 255, 0, 0, 0}), 1, 0,
       "an answer claims a list of 255 entries, at most 64 are allowed"},
      {"bytes left over", answer({0, 4, 1, 0, 0, 0, 0, 9, 9}), 1, 0, "an answer has 2 bytes too many"},
      {"exception of huge type", answer({1, 255, 255, 0, 0}), 1, 0,
       "an answer holds a text of 65535 bytes, at most 512 are allowed"},
      {"exception of many types", answer({1, 0, 0, 0, 0, 255, 0, 0, 0}), 1, 0,
       "an answer claims a list of 255 entries, at most 64 are allowed"},
  };
}

std::vector<Hostile> hostile_streams() {
  constexpr const char* kNoFrame = "bytes that are no answer were written where only answers belong";
  return {
      {"garbage", "PASS 100/100\n", 1, 0, kNoFrame},
      {"short garbage", "PASS", 1, 0, kNoFrame},
      {"garbage before", std::string("x").append(one_answer() + encode_end()), 1, 0, kNoFrame},
      {"garbage between", one_answer() + "hello, world" + encode_end(), 1, 1, kNoFrame},
      {"garbage after", one_answer() + encode_end() + "hello", 1, 1, "5 bytes come after the end mark"},
      {"doubled answer", one_answer() + one_answer() + encode_end(), 1, 1,
       "more answers than calls: 1 were asked for"},
      {"doubled whole", one_answer() + encode_end() + one_answer() + encode_end(), 1, 1,
       "60 bytes come after the end mark"},
      {"answer after the end mark", encode_end() + one_answer(), 1, 0,
       "the end mark comes after 0 of 1 answers"},
      {"early end mark", one_answer() + encode_end(), 2, 1, "the end mark comes after 1 of 2 answers"},
      {"end mark with content", one_answer() + frame(kEndFrame, "x"), 1, 1, "an end mark with content"},
      {"unknown frame", frame(9, "x"), 1, 0, kNoFrame},
      {"frame of kind 0", frame(0, ""), 1, 0, kNoFrame},
      {"load failure", encode_load_failure("no such file"), 1, 0,
       "the compiled code could not be loaded: no such file"},
  };
}

void check(const std::vector<Hostile>& rows) {
  for (const Hostile& row : rows) {
    const DecodedAnswers decoded = decode_answers(row.bytes, row.expected);
    EXPECT_EQ(decoded.malformed, row.malformed) << row.name;
    EXPECT_FALSE(decoded.complete) << row.name;
    EXPECT_EQ(decoded.answers.size(), row.answers) << row.name;
  }
}

TEST(HostileAnswersTest, HostileShapesAreRefused) {
  check(hostile_shapes());
}
TEST(HostileAnswersTest, HostileContentIsRefused) {
  check(hostile_contents());
}
TEST(HostileAnswersTest, HostileStreamsAreRefused) {
  check(hostile_streams());
}

TEST(HostileAnswersTest, AHugeFrameLengthIsOnlyCutShort) {
  wire::Writer out;
  out.raw("KAN1");
  out.u8(kAnswerFrame);
  out.u64(std::numeric_limits<std::uint64_t>::max());
  const DecodedAnswers decoded = decode_answers(out.take() + "abc", 1);
  EXPECT_EQ(decoded.malformed, "");
  EXPECT_FALSE(decoded.complete);
}

std::string operation_bytes(std::uint32_t inputs, std::uint32_t line, std::int64_t count,
                            std::uint64_t numbers) {
  wire::Writer out;
  out.text("exp");
  out.u32(inputs);
  wire::write_shape(out, {2});
  out.u32(line);
  out.i64(count);
  out.u32(0);
  out.u64(numbers);
  out.numbers(std::vector<double>(2, 0.0));
  out.u8(0);
  return out.take();
}

TEST(HostileAnswersTest, HostileOperationsAreRefused) {
  struct Row {
    const char* name;
    std::string bytes;
    const char* message;
  };
  const std::vector<Row> rows = {
      {"many inputs", operation_bytes(1U << 31, 1, 1, 2),
       "a recorded operation claims a list of 2147483648 entries, at most 1024 are allowed"},
      {"line beyond int", operation_bytes(0, 1U << 31, 1, 2),
       "a recorded operation holds a number too large"},
      {"negative count", operation_bytes(0, 1, -1, 2), "a recorded operation was seen less than never"},
      {"numbers beside the shape", operation_bytes(0, 1, 1, 1),
       "a recorded operation has another count of numbers than its shape"},
      {"numbers without end", operation_bytes(0, 1, 1, 1ULL << 61),
       "a recorded operation has another count of numbers than its shape"},
  };
  for (const Row& row : rows) {
    const auto decoded = decode_operations(row.bytes);
    ASSERT_FALSE(decoded) << row.name;
    EXPECT_EQ(decoded.error().message, row.message) << row.name;
  }
}

}  // namespace
}  // namespace grader

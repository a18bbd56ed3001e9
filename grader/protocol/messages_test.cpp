#include "grader/protocol/messages.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "grader/protocol/wire.h"

namespace grader {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

CallAnswer value_answer(Value value) {
  return {.result = std::move(value), .arguments_after = {}};
}

std::vector<Value> all_kinds_of_values() {
  return {Array{{2, 3}, {1, 2, 3, 4, 5, 6}},
          Array{{}, {4.5}},
          Array{{0, 7}, {}},
          Array{{5}, {-0.0, 5e-324, kInf, -kInf, 1e308}},
          NamedArrays{{"Wq", Array{{1, 2}, {1, 2}}}, {"", Array{{0}, {}}}},
          NamedArrays{},
          std::int64_t{-7},
          std::numeric_limits<std::int64_t>::min(),
          0.1,
          true,
          false,
          std::string("a\0b\xff", 4)};
}

TEST(MessagesTest, AnswersComeBackAsTheyWere) {
  for (const Value& value : all_kinds_of_values()) {
    const CallAnswer answer{.result = value, .arguments_after = {value, Value(true)}};
    const DecodedAnswers decoded = decode_answers(encode_answer(answer) + encode_end(), 1);
    EXPECT_EQ(decoded.malformed, "");
    ASSERT_TRUE(decoded.complete) << summary(value);
    EXPECT_EQ(std::get<Value>(decoded.answers[0].result), value);
    EXPECT_EQ(decoded.answers[0].arguments_after, answer.arguments_after);
  }
}

TEST(MessagesTest, NumbersKeepEveryBit) {
  const auto payload = std::bit_cast<double>(std::uint64_t{0xfff8dead'beef1234});
  const std::string bytes = encode_answer(value_answer(Array{{3}, {payload, kNan, -0.0}})) + encode_end();
  const DecodedAnswers decoded = decode_answers(bytes, 1);
  ASSERT_TRUE(decoded.complete);
  const auto& data = std::get<Array>(std::get<Value>(decoded.answers[0].result)).data;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(data[0]), 0xfff8dead'beef1234U);
  EXPECT_TRUE(std::isnan(data[1]));
  EXPECT_TRUE(std::signbit(data[2]));
}

TEST(MessagesTest, ATensorWrittenInPartsIsTheSameAnswer) {
  const Array array{{2, 2}, {1, 2, 3, 4}};
  const std::vector<Value> after{Value(array), Value(true)};
  wire::Writer numbers;
  numbers.numbers(array.data);
  const AnswerAround around = encode_answer_around(array.shape, after);
  EXPECT_EQ(around.before + numbers.take() + around.after,
            encode_answer({.result = Value(array), .arguments_after = after}));
}

TEST(MessagesTest, AnExceptionComesBackCut) {
  Thrown thrown{.type = "kit::ShapeError",
                .bases = {"std::exception", "std::logic_error"},
                .message = std::string(1 << 20, 'x'),
                .line = 14};
  const DecodedAnswers decoded =
      decode_answers(encode_answer({.result = thrown, .arguments_after = {}}) + encode_end(), 1);
  ASSERT_TRUE(decoded.complete);
  const auto& got = std::get<Thrown>(decoded.answers[0].result);
  EXPECT_EQ(got.type, thrown.type);
  EXPECT_EQ(got.bases, thrown.bases);
  EXPECT_EQ(got.message, std::string(kMaxMessageBytes, 'x'));
  EXPECT_EQ(got.line, 14);
}

TEST(MessagesTest, RequestsComeBackAsTheyWere) {
  Request request{.calls = {}, .recording = Recording::kShapes, .return_arguments = true};
  for (const Value& value : all_kinds_of_values())
    request.calls.push_back({.function = 2, .arguments = {value, Value(std::int64_t{4})}});
  request.calls.push_back({.function = 1, .arguments = {ResultOf{.call = 3}}});
  const Result<Request> decoded = decode_request(encode_request(request));
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_EQ(encode_request(*decoded), encode_request(request));
  EXPECT_EQ(decoded->recording, Recording::kShapes);
  EXPECT_TRUE(decoded->return_arguments);
  ASSERT_EQ(decoded->calls.size(), request.calls.size());
  EXPECT_EQ(std::get<ResultOf>(decoded->calls.back().arguments[0]).call, 3);
}

TEST(MessagesTest, ARequestCutAnywhereIsRefused) {
  const Request request{
      .calls = {{.function = 0, .arguments = {Value(Array{{2}, {1, 2}}), Value(std::string("ab"))}}}};
  const std::string bytes = encode_request(request);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_request(bytes.substr(0, size))) << size;
  const Result<Request> longer = decode_request(bytes + "x");
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().message, "the request has 1 bytes too many");
  EXPECT_EQ(longer.error().fault, Fault::kInternal);
}

TEST(MessagesTest, ARequestTakesOnlyEarlierResults) {
  const Request request{.calls = {{.function = 0, .arguments = {ResultOf{.call = 0}}}}};
  const Result<Request> decoded = decode_request(encode_request(request));
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().message, "the request takes the result of a call that comes later");
}

std::string one_answer() {
  return encode_answer(value_answer(Array{{2}, {1, 2}}));
}

TEST(MessagesTest, AnAnswerCutShortIsIncompleteAndNotMalformed) {
  const std::string bytes = one_answer() + one_answer() + encode_end();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const DecodedAnswers decoded = decode_answers(bytes.substr(0, size), 2);
    EXPECT_EQ(decoded.malformed, "") << size;
    EXPECT_FALSE(decoded.complete) << size;
    EXPECT_EQ(decoded.answers.size(), size / one_answer().size()) << size;
  }
  EXPECT_TRUE(decode_answers(bytes, 2).complete);
}

TEST(MessagesTest, TheMemoryNoteChangesNoAnswer) {
  const DecodedAnswers decoded = decode_answers(encode_memory_ran_out() + one_answer() + encode_end(), 1);
  EXPECT_TRUE(decoded.memory_ran_out);
  EXPECT_TRUE(decoded.complete);
  EXPECT_FALSE(decode_answers(one_answer() + encode_end(), 1).memory_ran_out);
}

TEST(MessagesTest, NoCallsNeedOnlyTheEndMark) {
  EXPECT_TRUE(decode_answers(encode_end(), 0).complete);
  EXPECT_FALSE(decode_answers("", 0).complete);
}

std::vector<Operation> operations() {
  return {{.name = "matmul",
           .inputs = {{2, 3}, {3, 4}},
           .output = {2, 4},
           .line = 12,
           .count = 1,
           .call = 0,
           .data = {},
           .is_stage = false},
          {.name = "element access",
           .inputs = {},
           .output = {},
           .line = 0,
           .count = 1LL << 40,
           .call = 3,
           .data = {},
           .is_stage = false},
          {.name = "heads",
           .inputs = {},
           .output = {2},
           .line = 7,
           .count = 1,
           .call = 0,
           .data = {1, 2},
           .is_stage = true}};
}

TEST(MessagesTest, OperationsComeBackAndCanBeJoined) {
  const std::string bytes = encode_operations(operations());
  const auto decoded = decode_operations(bytes + bytes);
  ASSERT_TRUE(decoded) << decoded.error().message;
  ASSERT_EQ(decoded->size(), 6U);
  EXPECT_EQ(encode_operations(*decoded), bytes + bytes);
  EXPECT_EQ((*decoded)[1].count, 1LL << 40);
  EXPECT_TRUE((*decoded)[5].is_stage);
}

TEST(MessagesTest, OperationsCutShortAreRefused) {
  const std::string bytes = encode_operations({operations()[0]});
  for (std::size_t size = 1; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_operations(bytes.substr(0, size))) << size;
}

}  // namespace
}  // namespace grader

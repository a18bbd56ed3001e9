// Requests and answers as bytes. The answer's side is hostile: every length is checked before it is believed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/outcome.h"

namespace grader {

/// What the runner's child reads: functions and arguments, never a case's kind, name or expected value.
std::string encode_request(const Request& request);
Result<Request> decode_request(std::string_view bytes);

/// The answers of one run, then the end mark. A type is cut to kMaxTypeBytes, a message to kMaxMessageBytes.
std::string encode_answer(const CallAnswer& answer);
std::string encode_end();
/// encode_answer for a tensor whose numbers the caller writes itself, between the two.
struct AnswerAround {
  std::string before;
  std::string after;
};
AnswerAround encode_answer_around(const Shape& shape, const std::vector<Value>& arguments_after);
inline constexpr std::size_t kMaxTypeBytes = 512;
inline constexpr std::size_t kMaxMessageBytes = 4096;

/// Beside the answers: an allocation failed for want of memory (told when it happens, by a program that may
/// not live to answer); the module could not be loaded, and why.
std::string encode_memory_ran_out();
std::string encode_load_failure(std::string_view why);

struct DecodedAnswers {
  std::vector<CallAnswer> answers;  // the complete ones before the fault
  bool complete = false;            // `expected` answers, the end mark, and nothing after it
  std::string malformed;  // what was wrong, in words for a student's report; "" when complete or cut short
  bool memory_ran_out = false;  // as the program says: a hint for choosing between two failures
};
/// Never allocates more than a small multiple of the bytes that are there; shapes are checked for sign,
/// product and size.
DecodedAnswers decode_answers(std::string_view bytes, std::size_t expected);

/// What the recorder saw, over a pipe of its own; as untrusted as an answer. Encoded lists may be joined.
std::string encode_operations(const std::vector<Operation>& operations);
Result<std::vector<Operation>> decode_operations(std::string_view bytes);

}  // namespace grader

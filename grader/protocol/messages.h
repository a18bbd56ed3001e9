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

/// The answers of one run, then the end mark.
std::string encode_answer(const CallAnswer& answer);
std::string encode_end();

struct DecodedAnswers {
  std::vector<CallAnswer> answers;  // the complete ones before the fault
  bool complete = false;            // `expected` answers, the end mark, and nothing after it
  std::string malformed;            // what was wrong, in words for a student's report; "" when complete or cut short
};
/// Never allocates more than the bytes that are there; shapes are checked for sign, product and size.
DecodedAnswers decode_answers(std::string_view bytes, std::size_t expected);

/// What the recorder saw, over a pipe of its own; as untrusted as an answer.
std::string encode_operations(const std::vector<Operation>& operations);
Result<std::vector<Operation>> decode_operations(std::string_view bytes);

}  // namespace grader

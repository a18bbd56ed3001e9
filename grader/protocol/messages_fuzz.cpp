// libFuzzer: whatever the bytes, the decoders end without a fault of ours, and what they accept encodes and
// decodes to the same again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "grader/protocol/messages.h"

namespace {

void require(bool held) {
  if (!held) std::abort();
}

void try_answers(std::string_view bytes, std::size_t expected) {
  const grader::DecodedAnswers decoded = grader::decode_answers(bytes, expected);
  require(!decoded.complete || (decoded.malformed.empty() && decoded.answers.size() == expected));
  require(decoded.answers.size() <= expected);
  std::string again;
  for (const grader::CallAnswer& answer : decoded.answers) again += grader::encode_answer(answer);
  const grader::DecodedAnswers second =
      grader::decode_answers(again + grader::encode_end(), decoded.answers.size());
  require(second.complete);
}

void try_operations(std::string_view bytes) {
  const auto decoded = grader::decode_operations(bytes);
  if (decoded) require(grader::encode_operations(*decoded).size() == bytes.size());
}

void try_request(std::string_view bytes) {
  const auto decoded = grader::decode_request(bytes);
  if (decoded) require(grader::decode_request(grader::encode_request(*decoded)).has_value());
}

}  // namespace

/// The first byte chooses the decoder and how many answers are expected.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 4 == 3) {
    try_operations(bytes);
  } else if (data[0] % 4 == 2) {
    try_request(bytes);
  } else {
    try_answers(bytes, data[0] / 4 % 8);
  }
  return 0;
}

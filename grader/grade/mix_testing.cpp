#include "grader/grade/mix_testing.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <map>

namespace grader::testing {
namespace {

constexpr std::string_view kOpen = "namespace exercise {\n";
constexpr std::string_view kClose = "\n}  // namespace exercise";

struct Signature {
  const char* name;
  const char* parameters;
  const char* arguments;
};
constexpr std::array<Signature, 3> kSignatures = {{
    {"split_heads", "const Tensor& x, int n_heads", "x, n_heads"},
    {"merge_heads", "const Tensor& x", "x"},
    {"mha_forward", "const Tensor& x, const Params& params, int n_heads", "x, params, n_heads"},
}};

struct Parts {
  std::string head;  // above the namespace
  std::map<std::string, std::string> functions;
  std::string helpers;
};

// The function whose definition begins in `chunk`, or "".
std::string name_in(std::string_view chunk) {
  for (const Signature& signature : kSignatures)
    if (chunk.find(fmt::format("inline Tensor {}(", signature.name)) != std::string_view::npos)
      return signature.name;
  return "";
}

Parts take_apart(std::string_view text) {
  Parts parts;
  const std::size_t open = text.find(kOpen);
  const std::size_t close = text.rfind(kClose);
  assert(open != std::string_view::npos && close != std::string_view::npos);
  parts.head = text.substr(0, open);
  std::string_view body = text.substr(open + kOpen.size(), close - open - kOpen.size());
  while (!body.empty()) {
    const std::size_t end = body.find("\n}");
    const std::size_t size =
        end == std::string_view::npos ? body.size() : std::min(body.find('\n', end + 1), body.size());
    const std::string chunk(body.substr(0, size));
    body.remove_prefix(size);
    const std::string name = name_in(chunk);
    (name.empty() ? parts.helpers : parts.functions[name]) += chunk;
  }
  return parts;
}

}  // namespace

std::string mix(const std::string& function, std::string_view one, std::string_view other) {
  const Parts from = take_apart(one);
  const Parts rest = take_apart(other);
  std::string text = from.head + rest.head + std::string(kOpen);
  for (const Signature& signature : kSignatures)
    text += fmt::format("inline Tensor {}({});\n", signature.name, signature.parameters);
  text += fmt::format("namespace one {{\n{}\n{}\n}}  // namespace one\n", from.helpers,
                      from.functions.at(function));
  text += rest.helpers;
  for (const Signature& signature : kSignatures)
    text += signature.name == function
                ? fmt::format("\ninline Tensor {}({}) {{ return one::{}({}); }}\n", function,
                              signature.parameters, function, signature.arguments)
                : rest.functions.at(signature.name) + "\n";
  return text + std::string(kClose) + "\n";
}

std::string text_of_function(const std::string& function, std::string_view submission) {
  return take_apart(submission).functions.at(function);
}

}  // namespace grader::testing

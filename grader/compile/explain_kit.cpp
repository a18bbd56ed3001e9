#include "grader/compile/explain_kit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grader/base/text.h"

namespace grader {
namespace {

using Found = std::optional<Explanation>;

struct Row {
  std::string_view name;
  std::string_view help;
};

std::string_view help_for(const auto& rows, std::string_view name) {
  const auto* const found =
      std::find_if(rows.begin(), rows.end(), [name](const Row& row) { return row.name == name; });
  return found == rows.end() ? "" : found->help;
}

// What other libraries call it, and what the kit has for it.
constexpr auto kMembers = std::to_array<Row>({
    {"T", "write 'x.transpose({...})' with the order of the axes"},
    {"permute", "write 'x.transpose({...})' with the order of the axes"},
    {"swapaxes", "write 'x.transpose({...})' with the order of the axes"},
    {"view", "write 'x.reshape({...})' with the sizes"},
    {"ndim", "write 'x.rank()'"},
    {"dot", "write 'kit::matmul(a, b)'"},
    {"matmul", "write 'kit::matmul(a, b)'"},
    {"mm", "write 'kit::matmul(a, b)'"},
    {"exp", "write 'kit::exp(x)'"},
    {"sum", "write 'kit::sum(x, axis)'"},
    {"max", "write 'kit::max(x, axis)'"},
    {"data", "numbers have no pointer: read 'x(b, t, i)', write 'x(b, t, i) = v'"},
    {"begin", "numbers have no pointer: read 'x(b, t, i)', write 'x(b, t, i) = v'"},
    {"at", "read 'x(b, t, i)', write 'x(b, t, i) = v'"},
    {"copy", "a copy is 'kit::Tensor y = x;'"},
    {"clone", "a copy is 'kit::Tensor y = x;'"},
    {"contiguous", "leave it out: tensors are always contiguous"},
});

Found explain_member(std::string_view text, int line) {
  constexpr std::string_view kMark = "has no member named '";
  const std::size_t at = text.find(kMark);
  const bool clang = text.starts_with("no member named '") && has(text, "'kit::Tensor'");
  if (!clang && (at == std::string_view::npos || !has(text.substr(0, at), "kit::Tensor")))
    return std::nullopt;
  const std::string_view name = quoted(clang ? text : text.substr(at));
  const std::string_view help = help_for(kMembers, name);
  return Explanation{fmt::format("a tensor has no '{}'{}", name, in_line(line)),
                     help.empty()
                         ? "it has shape, rank, size, dim, reshape, transpose and slice; all else is a "
                           "function of the kit"
                         : std::string(help)};
}

Found explain_arguments(std::string_view text, int line) {
  for (const std::string_view name : {"reshape", "transpose"}) {
    const bool call = has(text, fmt::format("no matching function for call to 'kit::Tensor::{}(", name)) ||
                      has(text, fmt::format("no matching member function for call to '{}'", name));
    if (call)
      return Explanation{fmt::format("'{}' gets its numbers without braces{}", name, in_line(line)),
                         fmt::format("write 'x.{}({{...}})'", name)};
  }
  return std::nullopt;
}

Found explain_access(std::string_view text, int line) {
  if (has(text, "'<unresolved overloaded function type>["))
    return Explanation{fmt::format("a function is used like an array{}", in_line(line)),
                       "the size of axis 0 is 'x.dim(0)', all sizes are 'x.shape()'"};
  if (has(text, "reference to non-static member function must be called"))
    return Explanation{fmt::format("a function is used without '()'{}", in_line(line)),
                       "the size of axis 0 is 'x.dim(0)', all sizes are 'x.shape()'"};
  if (has(text, "no match for 'operator[]'") && has(text, "kit::Tensor"))
    return Explanation{fmt::format("a tensor has no '[]'{}", in_line(line)),
                       "read 'x(b, t, i)', write 'x(b, t, i) = v'"};
  if (has(text, "kit::Element::operator&"))
    return Explanation{fmt::format("the address of a tensor's number is taken{}", in_line(line)),
                       "there is no pointer to a number: read 'x(b, t, i)', write 'x(b, t, i) = v'"};
  const bool constant = has(text, "lvalue required as left operand") ||
                        has(text, "expression is not assignable") ||
                        has(text, "argument discards qualifiers") || has(text, "read-only");
  if (constant)
    return Explanation{fmt::format("what is written to{} cannot be changed", in_line(line)),
                       "it is const: change a copy, 'kit::Tensor y = x;'"};
  return std::nullopt;
}

constexpr auto kPython = std::to_array<Row>({
    {"def", "a function is 'kit::Tensor name(const kit::Tensor& x) { ... }'"},
    {"import", "headers are included: '#include <cmath>'"},
    {"from", "headers are included: '#include <cmath>'"},
    {"np", "the kit's functions are 'kit::matmul', 'kit::exp' and so on"},
    {"torch", "the kit's functions are 'kit::matmul', 'kit::exp' and so on"},
    {"None", "leave it out"},
    {"True", "write 'true'"},
    {"False", "write 'false'"},
    {"len", "the size of axis 0 is 'x.dim(0)'"},
    {"raise", "write 'throw std::invalid_argument(\"...\")'"},
    {"ValueError", "write 'throw std::invalid_argument(\"...\")'"},
    {"self", "leave it out"},
});

Found explain_python(std::string_view text, int line) {
  if (text.starts_with("stray '@'") || text.starts_with("unexpected '@'"))
    return Explanation{fmt::format("C++ has no '@'{}", in_line(line)), "write 'kit::matmul(a, b)'"};
  if (text.starts_with("stray '"))
    return Explanation{
        fmt::format("C++ has no character {}{}", text.substr(6, text.rfind('\'') - 5), in_line(line)),
        "was it pasted from a document?"};
  const bool unknown = has(text, "does not name a type") || has(text, "was not declared in this scope") ||
                       has(text, "unknown type name") || has(text, "undeclared identifier");
  const std::string_view help = unknown ? help_for(kPython, quoted(text)) : "";
  if (help.empty()) return std::nullopt;
  // Python's, or that of modules, which the compiler is not told to have.
  if (quoted(text) == "import")
    return Explanation{fmt::format("nothing can be imported{}", in_line(line)), std::string(help)};
  return Explanation{fmt::format("'{}'{} is Python", quoted(text), in_line(line)), std::string(help)};
}

// Where the compiler itself does not know the header.
constexpr auto kHeaders = std::to_array<Row>({
    {"sort", "algorithm"},
    {"transform", "algorithm"},
    {"fill", "algorithm"},
    {"copy", "algorithm"},
    {"for_each", "algorithm"},
    {"all_of", "algorithm"},
    {"any_of", "algorithm"},
    {"max_element", "algorithm"},
    {"accumulate", "numeric"},
    {"iota", "numeric"},
    {"inner_product", "numeric"},
    {"function", "functional"},
    {"sqrt", "cmath"},
    {"numeric_limits", "limits"},
});

Found explain_std(std::string_view text, const Message& message, int line) {
  const bool gcc = has(text, "' is not a member of 'std'");
  const bool clang = text.starts_with("no member named '") && has(text, "in namespace 'std'");
  if (!gcc && !clang) return std::nullopt;
  std::string_view name = quoted(text);
  if (name.starts_with("std::")) name.remove_prefix(5);
  std::string header(help_for(kHeaders, name));
  for (const Diagnostic& note : message.notes)
    if (const std::size_t at = note.message.find("is defined in header '<"); at != std::string::npos) {
      const std::string_view found = quoted(std::string_view(note.message).substr(at));
      if (found.size() > 2) header = found.substr(1, found.size() - 2);
    }
  return Explanation{fmt::format("'std::{}' is not known{}", name, in_line(line)),
                     header.empty() ? "is its header included?" : fmt::format("add '#include <{}>'", header)};
}

}  // namespace

std::optional<Explanation> explain_kit_use(std::string_view text, const Message& message, int line) {
  for (const auto rule : {explain_member, explain_arguments, explain_access, explain_python})
    if (auto made = rule(text, line)) return made;
  return explain_std(text, message, line);
}

}  // namespace grader

#include "grader/compile/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "grader/base/text.h"
#include "grader/compile/explain_kit.h"
#include "grader/compile/source_scan.h"

namespace grader {
namespace {

struct FirstError {  // the first error, taken apart
  std::string_view text;
  int line = 0;
  const Message* whole = nullptr;
};

const Message* first_error(const std::vector<Message>& messages) {
  const auto found = std::find_if(messages.begin(), messages.end(), [](const Message& m) {
    return m.head.severity == Diagnostic::Severity::kError;
  });
  return found == messages.end() ? nullptr : &*found;
}

// The index of the asked function that the error is about, or -1: named before a `(` or in quotes, or in the
// line.
int asked_function(const Manifest& manifest, const FirstError& error) {
  for (std::size_t i = 0; i < manifest.functions.size(); ++i) {
    const std::string& name = manifest.functions[i].name;
    if (has(error.text, name + "(") || has(error.text, fmt::format("'{}'", name)) ||
        has(error.whole->head.source_line, name + "("))
      return static_cast<int>(i);
  }
  return -1;
}

std::string enclosing_function(std::string_view text, int line) {
  std::string name;
  for (const FoundFunction& function : find_functions(text))
    if (function.line <= line) name = function.name;
  return name;
}

using Found = std::optional<Explanation>;

// ---- The signature

Found explain_signature(const ExplainFacts& facts, const FirstError& error) {
  const bool other =
      has(error.text, "ambiguating new declaration of") || has(error.text, "call of overloaded '") ||
      has(error.text, "functions that differ only in their return type") || has(error.text, "' is ambiguous");
  const bool is_static = has(error.text, "was declared 'extern' and later 'static'") ||
                         has(error.text, "follows non-static declaration");
  if (!other && !is_static) return std::nullopt;
  const int index = asked_function(facts.manifest, error);
  if (index < 0) return std::nullopt;
  const std::string& name = facts.manifest.functions[static_cast<std::size_t>(index)].name;
  if (is_static)
    return Explanation{fmt::format("'{}' is 'static'{}", name, in_line(error.line)), "leave out 'static'"};
  Explanation made = explain_missing(facts.manifest, facts.text, {index});
  if (has(error.text, "ambiguating") || has(error.text, "differ only in their return type"))
    made.message = fmt::format("'{}' does not return what is asked for{}", name, in_line(error.line));
  return made;
}

Found explain_namespace(const ExplainFacts& facts, const FirstError& error) {
  const std::string& wanted = facts.manifest.cpp_namespace;
  if (wanted.empty()) return std::nullopt;
  const bool no_type = has(error.text, "' does not name a type") || has(error.text, "unknown type name '");
  const bool of_kit = quoted(error.text) == "Tensor" || quoted(error.text) == "Params";
  const bool of_given = has(error.text, fmt::format("did you mean '{}::", wanted));
  if (!(no_type && of_kit) && !of_given) return std::nullopt;
  const std::string put = fmt::format("put the functions between 'namespace {} {{' and '}}'", wanted);
  if (!has(facts.text, "namespace " + wanted))
    return Explanation{fmt::format("the functions are not in namespace '{}'", wanted), put};
  return Explanation{fmt::format("'{}' is not known{}, outside of namespace '{}'", quoted(error.text),
                                 in_line(error.line), wanted),
                     "is there a '}' too many above?"};
}

// ---- Braces and what else must be closed

Found explain_end(const ExplainFacts&, const FirstError& error) {
  if (has(error.text, "expected '}' at end of input") || has(error.text, "expected '}'")) {
    std::string help;
    for (const Diagnostic& note : error.whole->notes)
      if (has(note.message, "to match this '{'") && note.line > 0)
        help = fmt::format("the '{{' in line {} is the outermost without a '}}'", note.line);
    return Explanation{"a '{' is never closed", help};
  }
  if (has(error.text, "a function-definition is not allowed here") ||
      has(error.text, "function definition is not allowed here"))
    return Explanation{error.line > 0 ? fmt::format("a '}}' is missing somewhere above line {}", error.line)
                                      : std::string("a '}' is missing"),
                       "the function before it is not closed"};
  if (has(error.text, "expected declaration before '}' token") || has(error.text, "extraneous closing brace"))
    return Explanation{fmt::format("there is a '}}' too many{}", in_line(error.line)), ""};
  return std::nullopt;
}

Found explain_open(const ExplainFacts&, const FirstError& error) {
  struct Row {
    std::string_view part;
    std::string_view what;
    std::string_view help;
  };
  constexpr Row kRows[] = {
      {"unterminated #", "an '#if' has no '#endif'", "close it with '#endif'"},
      {"unterminated conditional directive", "an '#if' has no '#endif'", "close it with '#endif'"},
      {"unterminated comment", "a comment is never closed", "it begins with '/*': close it with '*/'"},
      {"unterminated /* comment", "a comment is never closed", "it begins with '/*': close it with '*/'"},
      {"unterminated raw string", "a raw string is never closed", "R\"( ends with )\""},
      {"raw string missing terminating", "a raw string is never closed", "R\"( ends with )\""},
      {"missing terminating \" character", "a text is not closed", "put a '\"' at its end"},
      {"missing terminating '\"' character", "a text is not closed", "put a '\"' at its end"},
      {"missing terminating ' character", "a character is not closed",
       "put a ' at its end, or \" around a text"},
  };
  for (const Row& row : kRows)
    if (has(error.text, row.part))
      return Explanation{fmt::format("{}{}", row.what, in_line(error.line)), std::string(row.help)};
  return std::nullopt;
}

Found explain_expected(const ExplainFacts&, const FirstError& error) {
  for (const std::string_view mark : {";", ")", "]"}) {
    const bool missing = has(error.text, fmt::format("expected '{}' ", mark)) ||
                         has(error.text, fmt::format("expected ',' or '{}' ", mark));
    const std::size_t before = error.text.find(" before ");
    if (!missing || before == std::string_view::npos) continue;
    std::string_view next = error.text.substr(before + 8);
    if (next.ends_with(" token")) next.remove_suffix(6);
    return Explanation{fmt::format("a '{}' is missing before {}{}", mark, next, in_line(error.line)), ""};
  }
  for (const std::string_view mark : {";", ")", "]"})
    if (has(error.text, fmt::format("expected '{}'", mark)))
      return Explanation{fmt::format("a '{}' is missing{}", mark, in_line(error.line)), ""};
  return std::nullopt;
}

Found explain_return(const ExplainFacts& facts, const FirstError& error) {
  const bool none = has(error.text, "no return statement in function returning non-void") ||
                    has(error.text, "control reaches end of non-void function") ||
                    has(error.text, "non-void function does not return a value") ||
                    has(error.text, "return-statement with no value");
  if (!none) return std::nullopt;
  const std::string name = enclosing_function(facts.text, error.line);
  return Explanation{
      fmt::format("{} does not return a value{}",
                  name.empty() ? "a function" : fmt::format("'{}'", cut_text(clean_line(name), 80)),
                  has(error.text, "control reaches") ? " on every way to its end" : ""),
      "end it with 'return ...;'"};
}

// ---- Names

Found explain_include(const ExplainFacts&, const FirstError& error) {
  for (const std::string_view ending : {": there is no such header", "' file not found"}) {
    if (!error.text.ends_with(ending)) continue;
    std::string_view name = error.text.substr(0, error.text.size() - ending.size());
    if (name.starts_with("'")) name.remove_prefix(1);
    return Explanation{
        fmt::format("'{}' cannot be included{}", name, in_line(error.line)),
        "there are the kit, the given headers and the standard library; all else stands in this file"};
  }
  return std::nullopt;
}

Found explain_unknown(const ExplainFacts& facts, const FirstError& error) {
  if (!has(error.text, "was not declared in this scope") && !has(error.text, "use of undeclared identifier"))
    return std::nullopt;
  const std::string name(quoted(error.text));
  std::vector<std::string> known = facts.known_names;
  for (const Function& function : facts.manifest.functions) known.push_back(function.name);
  if (const std::size_t meant = error.text.find("did you mean '"); meant != std::string_view::npos)
    known.emplace_back(quoted(error.text.substr(meant)));
  const std::string closest = closest_name(name, known);
  return Explanation{fmt::format("'{}' is not known{}", name, in_line(error.line)),
                     closest.empty() ? "" : fmt::format("did you mean '{}'?", closest)};
}

Found explain_twice(const ExplainFacts&, const FirstError& error) {
  if (!error.text.starts_with("redefinition of '")) return std::nullopt;
  return Explanation{fmt::format("'{}' is defined twice{}", quoted(error.text), in_line(error.line)), ""};
}

// ---- The linker

Explanation explain_tools(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (has(line, "hidden symbol `") || has(line, "undefined reference to `")) {
      const std::string_view name = std::string_view(line).substr(line.find('`') + 1);
      return {fmt::format("'{}' is declared and used, but defined nowhere", name.substr(0, name.find('\''))),
              "define it in this file"};
    }
    if (has(line, ".preinit_array"))
      return {"the file has code that runs before everything else (section '.preinit_array')",
              "leave out the attribute that does it"};
    if (has(line, "multiple definition of")) return {"the file defines what the grader brings itself", ""};
  }
  const bool linker =
      std::any_of(lines.begin(), lines.end(), [](const std::string& line) { return has(line, "ld"); });
  if (linker)
    return {"the compiled file cannot be linked", "leave out assembler text and unusual attributes"};
  return {lines.empty() ? "the compiler failed without a word"
                        : fmt::format("the compiler failed: {}", lines.front()),
          ""};
}

}  // namespace

std::string in_line(int line) {
  return line > 0 ? fmt::format(" in line {}", line) : "";
}

std::string_view quoted(std::string_view text) {
  const std::size_t begin = text.find('\'');
  if (begin == std::string_view::npos) return "";
  const std::size_t end = text.find('\'', begin + 1);
  return end == std::string_view::npos ? "" : text.substr(begin + 1, end - begin - 1);
}

Explanation explain_errors(const ExplainFacts& facts, const std::vector<std::string>& tool_lines) {
  const Message* message = first_error(facts.messages);
  if (message == nullptr) return explain_tools(tool_lines);
  const FirstError error{.text = message->head.message, .line = message->head.line, .whole = message};
  if (auto made = explain_kit_use(error.text, *message, error.line)) return *made;
  for (const auto rule : {explain_signature, explain_namespace, explain_end, explain_open, explain_expected,
                          explain_return, explain_include, explain_unknown, explain_twice})
    if (auto made = rule(facts, error)) return *made;
  return {error.line > 0 ? fmt::format("line {}: {}", error.line, error.text) : std::string(error.text), ""};
}

}  // namespace grader

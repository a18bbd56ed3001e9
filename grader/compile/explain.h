// Plain sentences for what students get wrong most, beside the compiler's own words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/compile/diagnostics.h"
#include "grader/model/manifest.h"

namespace grader {

struct Explanation {
  std::string message;  // what is wrong, one sentence
  std::string help;     // what to do, or ""
};

/// What a sentence may need to know.
struct ExplainFacts {
  const Manifest& manifest;
  std::string_view text;                        // the student's
  const std::vector<Message>& messages;         // what the compiler said
  const std::vector<std::string>& known_names;  // functions of the kit and the given code, without namespaces
};

/// Of the first error; the compiler's own words with their line where its kind is not known; what the linker
/// said
/// (`tool_lines`) where there is no error with a place.
Explanation explain_errors(const ExplainFacts& facts, const std::vector<std::string>& tool_lines);

/// Of functions that are asked for and were not defined: what is missing, and what stands in the text instead
/// (other arguments, another namespace, a template, a similar name). REQUIRES: `missing` is not empty;
/// indices in Manifest::functions.
Explanation explain_missing(const Manifest& manifest, std::string_view text, const std::vector<int>& missing);

}  // namespace grader

// What a wrong tensor looks like, in sentences that a student can act on.
//
// A pattern is a fact about the output, found by comparing numbers: it names no cause and knows no solution.
// Patterns are for public cases; what is hidden never gets any (see redact.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/value.h"

namespace grader {

/// All that a pattern looks at.
struct Wrong {
  const Array& expected;
  const Array& got;
  Tolerance tolerance;
  Axes axes;                             // of the expected tensor; empty: not known
  std::vector<std::string> nouns;        // for each axis: `token`, or "" where the manifest has none
  std::vector<std::string> input_names;  // the tensors among the arguments, params as `params["Wq"]`
  std::vector<const Array*> inputs;
};

/// `expected` and `got` are of one step of a call of `function` with `arguments`; all must outlive the
/// result.
Wrong make_wrong(const Array& expected, const Array& got, const Tolerance& tolerance,
                 const Function& function, const std::vector<Value>& arguments, const Manifest& manifest);

struct Pattern {
  std::string_view name;
  std::string (*find)(const Wrong& wrong);  // the sentence, or ""
  bool explains_all;                        // says where every number comes from: no other pattern is needed
};

/// Every pattern, those that say most first.
const std::vector<Pattern>& all_patterns();

/// The sentences that hold, at most 3; none for tensors over 2^17 numbers or without any.
std::vector<std::string> find_patterns(const Wrong& wrong);

}  // namespace grader

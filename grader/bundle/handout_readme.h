// The README.md of a student's handout.
#pragma once

#include <string>

namespace grader {

/// Markdown for a person who has the handout and nothing else. `title` is a line of text; `has_test_kit`: the
/// exercise has its public cases as GoogleTest tests too.
std::string handout_readme(const std::string& title, bool has_test_kit);

}  // namespace grader

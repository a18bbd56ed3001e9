// Says in plain words what a sanitizer's report means, with the line in the student's file.
#pragma once

#include <string>
#include <vector>

#include "grader/judge/sanitizer_report.h"

namespace grader {

/// What the reader knows of the submission.
struct SubmissionSource {
  std::string name;                // as the compiler was given it: `solution.h`
  std::vector<std::string> lines;  // a place outside of them counts as not known
};

/// For a case's message, details and help. Words of the program in it (names, conditions) are cleaned, on one
/// line and cut.
struct SanitizerWords {
  std::string message;               // `solution.h:27: wrote 8 bytes past the end of an array of 32 bytes`
  std::vector<std::string> details;  // the source line, and where the memory was made and given back
  std::string help;
};

SanitizerWords sanitizer_words(const SanitizerReport& report, const SubmissionSource& source);

}  // namespace grader

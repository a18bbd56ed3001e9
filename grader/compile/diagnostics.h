// Reads what compiler, assembler and linker print. The text is hostile: a submission can make them print
// anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grader/model/report.h"

namespace grader {

/// What stands for what in the output.
struct MessageSource {
  std::string submission_name;  // how the compiler calls the student's file; their Diagnostic::path
  std::string unit_name;        // the generated file around it
  std::string include_folder;   // of the kit's and the given headers, which are shown without it
  std::string work_folder;      // never shown
  std::string_view text;        // the student's
};

/// An error or warning with the notes that belong to it.
struct Message {
  Diagnostic head;
  std::vector<Diagnostic> notes;
};

struct CompilerOutput {
  std::vector<Message> messages;        // in the order they were printed
  std::vector<std::string> tool_lines;  // of the driver and the linker, without a place; cleaned
};

/// Lines that are no message (contexts, include chains, what a message's text drags along) are dropped. A
/// place outside of the student's file (by `#line`) has line 0; one in a system header becomes the student's
/// line that led there, where the compiler says it. Texts are cleaned, on one line and cut; quotes are plain.
CompilerOutput read_compiler_output(std::string_view output, const MessageSource& source);

/// The first messages, errors before warnings, as a report shows them: some of each, at most `max_bytes` of
/// text.
struct Shortened {
  std::vector<Diagnostic> diagnostics;
  int cut = 0;  // errors and warnings left out
};
Shortened shorten(const std::vector<Message>& messages, std::size_t max_bytes);

}  // namespace grader

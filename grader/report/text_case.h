// The part of the text report that speaks of one case, or of the compiler.
#pragma once

#include <string>
#include <vector>

#include "grader/model/report.h"
#include "grader/report/ink.h"

namespace grader {

struct TextOptions {
  bool color = false;       // escape sequences for a terminal
  bool unicode = true;      // else signs of ASCII alone
  int width = 100;          // columns, at least 60; tables and lists keep to it, sentences are never broken
  bool trace_full = false;  // every operation of a trace
  bool verbose = false;     // every case in full, passed ones too, and what was measured
};

/// The lines about a case that did not pass: call, message, first difference, patterns, a table, the trace,
/// help, hint and what it printed.
std::vector<std::string> case_lines(const CaseReport& one, const TextOptions& options);

/// One line: sign, name, verdict, message, cut to the width.
std::string case_line(const CaseReport& one, const TextOptions& options);

/// The lines about a compile that failed, each message with its source line and a caret.
std::vector<std::string> compile_lines(const CompileReport& compile, const TextOptions& options);

}  // namespace grader

// Compares a text with a file of testdata/, and writes the file instead when GRADER_UPDATE_GOLDEN is set.
#pragma once

#include <string>
#include <vector>

namespace grader::testing {

/// Fails the running test where `text` is not what grader/report/testdata/`name` holds.
void expect_golden(const std::string& name, const std::string& text);

/// Fails where any control character but line breaks (and tabs) or any invalid UTF-8 is in `text`.
void expect_clean(const std::string& text);

/// Runs a program of the system (no shell); what it printed on both streams, and its exit code in `code`.
std::string run(const std::vector<std::string>& command, int* code);

/// As run, with `input` in a temporary file whose path stands for `@` among the arguments.
std::string run_reader(std::vector<std::string> command, const std::string& input, int* code);

}  // namespace grader::testing

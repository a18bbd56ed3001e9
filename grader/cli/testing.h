// What the tests of the command share: running it, and submissions made from the reference.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace grader::cli {

struct Ran {
  int code = -1;  // exit code; 128 + signal where it was killed
  std::string out;
  std::string err;
};

/// Runs the built `grader` in `folder` (empty: the repository's root) with these arguments. NO_COLOR is set,
/// stdin is empty. A run that takes 120 s is killed: the test fails by its code.
Ran run_grader(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {});

/// Grades `submission` (its text) as `solution.h` in a folder of its own, and gives the JSON report.
/// `code` gets the exit code where it is given.
nlohmann::json grade_text(const std::string& submission, const std::vector<std::string>& arguments = {},
                          int* code = nullptr);

/// As grade_text, for a file that is there.
nlohmann::json grade_file(const std::filesystem::path& file, const std::vector<std::string>& arguments = {},
                          int* code = nullptr);

/// The reference's text with `from` replaced by `to`. REQUIRES: `from` stands in it exactly once.
std::string reference_with(const std::string& from, const std::string& to);

/// The reference with `line` as the first statement of `function` (`split_heads`).
std::string reference_starting(const std::string& function, const std::string& line);

/// How many cases have each verdict.
std::map<std::string, int> verdicts(const nlohmann::json& report);

/// The case of that name. REQUIRES: it is in the report.
const nlohmann::json& case_of(const nlohmann::json& report, const std::string& name);

/// A new empty folder that lives as long as the test program.
std::filesystem::path fresh_folder();

/// The repository's root.
std::filesystem::path root();

std::string read_text(const std::filesystem::path& path);
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace grader::cli

// What the tests of the command share: running it, and submissions made from the reference.
#pragma once

#include <chrono>
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

inline constexpr std::chrono::seconds kPatience{120};

/// The built `grader`, which lies beside the test's own program.
std::filesystem::path grader_program();

/// Runs the built `grader` in `folder` (empty: the repository's root) with these arguments. NO_COLOR is set,
/// stdin is empty. A run that takes longer than `patience` is killed: the test fails by its code.
Ran run_grader(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {},
               std::chrono::seconds patience = kPatience);

/// As run_grader, for another program: a path, or a name to look for in PATH.
Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::filesystem::path& folder = {}, std::chrono::seconds patience = kPatience);

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

/// How many cases this repository's exercise has: `set` is public, hidden or all.
std::size_t count_cases(const std::string& set);

/// How many cases have each verdict.
std::map<std::string, int> verdicts(const nlohmann::json& report);

/// The case of that name. REQUIRES: it is in the report.
const nlohmann::json& case_of(const nlohmann::json& report, const std::string& name);

/// A new empty folder that lives as long as the test program.
std::filesystem::path fresh_folder();

/// A fresh exercise, `weighted_mean`, as `grader new` makes it.
std::filesystem::path new_package();

/// A block of shell commands in a Markdown document.
struct ShellBlock {
  std::size_t line = 0;  // of the document, where the block begins; from 1
  std::string commands;
};

/// The blocks between ```sh and ```, in their order.
std::vector<ShellBlock> shell_blocks(const std::string& document);

/// The repository's root.
std::filesystem::path root();

std::string read_text(const std::filesystem::path& path);
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace grader::cli

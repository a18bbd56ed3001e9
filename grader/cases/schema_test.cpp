// cases/cases.schema.json and the loader must say the same of every file, as far as a schema can speak.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/cases/case_loader.h"
#include "grader/cases/test_manifest.h"

namespace grader {
namespace {
namespace fs = std::filesystem;

// The lines that the checker prints, one a file. It is an independent judge: Debian's python3-jsonschema.
std::vector<std::string> schema_verdicts(const std::vector<fs::path>& files) {
  std::string command = "/usr/bin/python3 grader/cases/schema_check.py cases/cases.schema.json";
  for (const fs::path& file : files) command += fmt::format(" '{}'", file.string());
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::string output;
  std::array<char, 4096> buffer{};
  while (pipe && std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) output += buffer.data();
  return split_lines(output);
}

struct File {
  const char* what;
  std::string text;
};

File whole(const char* what, const std::string& text) {
  return {what, text};
}
// A file with one case `a` of split, with these lines.
File split(const char* what, const char* lines) {
  return {what, fmt::format("function: split\ncases:\n  - name: a\n{}", lines)};
}

const std::vector<File>& good_files() {
  static const std::vector<File> files{
      split("a value case", "    args: {x: [[[1, -0.5]]], n: 1}\n    expect: [[[[1, -0.5]]]]\n"),
      split("every field",
            "    why: so\n    points: 0\n    time_limit_ms: 600000\n    args: {x: [[[1]]], n: 1}\n"
            "    tolerance: {rtol: 1e-3, atol: 0}\n"),
      split("an exact case", "    args: {x: [[[1]]], n: 1}\n    tolerance: exact\n"),
      split("shape and data", "    args: {x: {shape: [1, 1, 2], data: [.nan, -.inf]}, n: 1}\n"),
      split("a rule", "    args: {x: {arange: {shape: [1, 1, 2]}}, n: 1}\n"),
      split("a rule with all fields",
            "    args: {x: {arange: {shape: [1, 1, 2], start: 1e-5, step: 2}}, n: 1}\n"),
      split("full", "    args: {x: {full: {shape: [1, 1, 2], value: 3}}, n: 1}\n"),
      split("uniform",
            "    args: {x: {uniform: {shape: [1, 1, 2], seed: 9223372036854775807, low: -1}}, n: 1}\n"),
      split("an exception", "    args: {x: 3, n: -1}\n    throws: std::invalid_argument\n"),
      split("another exception", "    args: {x: {eye: 2}, n: 1}\n    throws: exercise::Refused\n"),
      split("a sequence",
            "    sequence:\n      - args: {x: [[[1]]], n: 1}\n        expect: [[[[1]]]]\n"
            "        tolerance: exact\n      - args: {x: [1], n: 3}\n        throws: std::exception\n"),
      split("a property", "    property: round_trip\n    args: {x: [[[1]]], n: 1}\n"),
      split("the rule", "    property: vectorised\n"),
      whole("params",
            "function: forward\ncases:\n  - {name: a-1_b, args: {x: [[[1]]], p: {W: {eye: 1}, b: [2]}}}\n"),
      whole("other types",
            "function: mixed\ncases:\n  - {name: a, args: {scale: 1e5, flag: true, mode: 'no', n: -7}, "
            "expect: 2}\n"),
  };
  return files;
}

const std::vector<File>& bad_files() {
  static const std::vector<File> files{
      whole("a list", "- 1\n"),
      whole("no function", "cases: [{name: a, args: {x: [[[1]]], n: 1}}]\n"),
      whole("no cases", "function: split\n"),
      whole("an empty list of cases", "function: split\ncases: []\n"),
      whole("a key that is none",
            "function: split\nversion: 1\ncases: [{name: a, args: {x: [[[1]]], n: 1}}]\n"),
      whole("a case that is no map", "function: split\ncases: [3]\n"),
      whole("a case without a name", "function: split\ncases: [{args: {x: [[[1]]], n: 1}}]\n"),
      whole("a name that is none", "function: split\ncases: [{name: A b, args: {x: [[[1]]], n: 1}}]\n"),
      whole("a name that is a number", "function: split\ncases: [{name: 12, args: {x: [[[1]]], n: 1}}]\n"),
      whole("a name that is too long",
            "function: split\ncases: [{name: " + std::string(81, 'a') + ", args: {x: [[[1]]], n: 1}}]\n"),
  };
  return files;
}

const std::vector<File>& bad_cases() {
  static const std::vector<File> files{
      split("no args", "    expect: 3\n"),
      split("a case's key that is none", "    args: {x: [[[1]]], n: 1}\n    expects: 3\n"),
      split("a reason that is no text", "    why: 3\n    args: {x: [[[1]]], n: 1}\n"),
      split("a key without a value", "    why:\n    args: {x: [[[1]]], n: 1}\n"),
      split("points below 0", "    points: -1\n    args: {x: [[[1]]], n: 1}\n"),
      split("points in quotes", "    points: '1'\n    args: {x: [[[1]]], n: 1}\n"),
      split("no time", "    time_limit_ms: 0\n    args: {x: [[[1]]], n: 1}\n"),
      split("a fraction of time", "    time_limit_ms: 1.5\n    args: {x: [[[1]]], n: 1}\n"),
      split("args in a list", "    args: [1, 2]\n"),
      split("words in a tensor", "    args: {x: [[[1, a]]], n: 1}\n"),
      split("nothing in a tensor", "    args: {x: [[[1, ~]]], n: 1}\n"),
      split("nested data", "    args: {x: {shape: [1], data: [[1]]}, n: 1}\n"),
      split("a shape without data", "    args: {x: {shape: [1]}, n: 1}\n"),
      split("a negative size", "    args: {x: {shape: [-1], data: []}, n: 1}\n"),
      split("nine axes", "    args: {x: {shape: [1, 1, 1, 1, 1, 1, 1, 1, 1], data: [1]}, n: 1}\n"),
      split("a rule that is none", "    args: {x: {ones: {shape: [1]}}, n: 1}\n"),
      split("two rules", "    args: {x: {eye: 1, full: {shape: [1], value: 2}}, n: 1}\n"),
      split("no rule", "    args: {x: {}, n: 1}\n"),
      split("an identity of nothing", "    args: {x: {eye: 0}, n: 1}\n"),
      split("full without its value", "    args: {x: {full: {shape: [1]}}, n: 1}\n"),
      split("uniform without a seed", "    args: {x: {uniform: {shape: [1]}}, n: 1}\n"),
      split("a negative seed", "    args: {x: {uniform: {shape: [1], seed: -1}}, n: 1}\n"),
      split("two endings",
            "    args: {x: [[[1]]], n: 1}\n    expect: [[[[1]]]]\n    throws: std::exception\n"),
      split("an exception with a tolerance",
            "    args: {x: 1, n: 1}\n    throws: std::exception\n    tolerance: exact\n"),
      split("an exception that is none", "    args: {x: 1, n: 1}\n    throws: std::invalid_arg\n"),
      split("an exception without its namespace", "    args: {x: 1, n: 1}\n    throws: invalid_argument\n"),
      split("a tolerance that is none", "    args: {x: [[[1]]], n: 1}\n    tolerance: 1e-3\n"),
      split("an empty tolerance", "    args: {x: [[[1]]], n: 1}\n    tolerance: {}\n"),
      split("a negative tolerance", "    args: {x: [[[1]]], n: 1}\n    tolerance: {rtol: -1}\n"),
      split("a tolerance's key that is none",
            "    args: {x: [[[1]]], n: 1}\n    tolerance: {rtol: 1, abs: 1}\n"),
      split("a sequence of one", "    sequence: [{args: {x: [[[1]]], n: 1}}]\n"),
      split("a sequence with args",
            "    args: {x: [[[1]]], n: 1}\n    sequence: [{args: {x: [[[1]]], n: 1}}, {args: {x: [[[1]]], n: "
            "1}}]\n"),
      split("a step without args", "    sequence: [{args: {x: [[[1]]], n: 1}}, {expect: [[[[1]]]]}]\n"),
      split("a step's key that is none",
            "    sequence: [{args: {x: [[[1]]], n: 1}}, {args: {x: [[[1]]], n: 1}, why: b}]\n"),
      split("a property that is none", "    property: roundtrip\n    args: {x: [[[1]]], n: 1}\n"),
      split("a property with an expectation",
            "    property: repeatable\n    args: {x: [[[1]]], n: 1}\n    expect: [[[[1]]]]\n"),
      split("a property without args", "    property: repeatable\n"),
      split("the rule with args", "    property: vectorised\n    args: {x: [[[1]]], n: 1}\n"),
      split("a property and a sequence",
            "    property: repeatable\n    sequence: [{args: {x: [[[1]]], n: 1}}, {args: {x: [[[1]]], n: "
            "1}}]\n"),
  };
  return files;
}

class SchemaTest : public testing::Test {
 protected:
  void expect_all(const std::vector<File>& files, bool good) {
    ASSERT_TRUE(folder_) << folder_.error().message;
    std::vector<fs::path> paths;
    for (const File& file : files) {
      paths.push_back(folder_->path() / fmt::format("{}.yaml", paths.size()));
      ASSERT_TRUE(write_file(paths.back(), file.text));
    }
    const std::vector<std::string> verdicts = schema_verdicts(paths);
    ASSERT_EQ(verdicts.size(), files.size()) << "python3-yaml and python3-jsonschema are needed";
    for (std::size_t i = 0; i < files.size(); ++i) {
      const auto cases = parse_cases(files[i].text, "c", test_manifest(), false);
      EXPECT_EQ(cases.has_value(), good) << files[i].what << ": " << (cases ? "" : to_text(cases.error()));
      EXPECT_EQ(verdicts[i].substr(0, 4), good ? "good" : "bad:") << files[i].what << ": " << verdicts[i];
    }
  }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make("schema_test");
};

TEST_F(SchemaTest, TakesWhatTheLoaderTakes) {
  expect_all(good_files(), true);
}

TEST_F(SchemaTest, RefusesWhatTheLoaderRefuses) {
  expect_all(bad_files(), false);
  expect_all(bad_cases(), false);
}

TEST_F(SchemaTest, TakesThisRepositorysCases) {
  std::vector<fs::path> paths;
  for (const char* const folder : {"cases/public", "cases/hidden"})
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  EXPECT_EQ(schema_verdicts(paths), std::vector<std::string>(paths.size(), "good"));
}

}  // namespace
}  // namespace grader

// Which files go into a handout: a list of what is known to be for students. What is not on it stays out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/manifest.h"

namespace grader {

struct HandoutFile {
  std::string path;  // below the handout's folder, with '/'
  std::string bytes;
  bool executable = false;
};

/// Whether a source file is there for this project's own tests and benchmarks alone, by its name.
bool is_test_source(std::string_view name);

/// The sources that `./grade` builds the program from: the kit, the grader, their set-up, the licence.
/// `root` is the grader's own tree. Fails where one of them cannot be read.
Result<std::vector<HandoutFile>> grader_files(const std::filesystem::path& root);

struct ExerciseFiles {
  std::vector<HandoutFile> files;     // `exercise/…`
  std::vector<std::string> left_out;  // in their order, without the project's own tests and BUILD files
};
/// What students get of the package's exercise/: the problem with its pictures, the manifest, the stub, the
/// given code, and the GoogleTest kit where there is one. compile_flags.txt finds the kit beside exercise/.
Result<ExerciseFiles> exercise_files(const Manifest& manifest, const std::filesystem::path& root);

}  // namespace grader

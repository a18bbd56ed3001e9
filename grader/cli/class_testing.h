// For tests of `grader class`: a small exercise, a class that has handed it in, and what came of it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grader/cli/testing.h"

namespace grader::cli {

/// The exercise `weighted_mean` as `grader new` makes it (one function, two public cases and a hidden one)
/// and a folder for submissions, both new.
class TestClass {
 public:
  TestClass();

  const std::filesystem::path& package() const { return package_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path out() const { return root_ / "out"; }
  std::filesystem::path other(const std::string& name) const { return root_ / name; }

  /// Texts to hand in. Each call gives one that no compile before has seen, by its comment.
  std::string right() const;
  std::string wrong() const;
  std::string unwritten() const;

  void hand_in(const std::string& path, const std::string& text) const;

  /// `grader class FOLDER --out OUT --verbose` with more arguments after it, which may give another --out.
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const;
  Ran grade(const std::vector<std::string>& more = {}) const;

  nlohmann::json record(const std::string& id) const;
  /// The names in OUT/records, sorted.
  std::vector<std::string> records() const;

 private:
  std::filesystem::path root_;
  std::filesystem::path package_;
  std::filesystem::path folder_;
};

/// The names of a folder's files, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// The `count`th line of a text, from 1.
std::string line_of(const std::string& text, std::size_t count);

/// Whether any file below `folder` has `text` in it.
bool is_anywhere(const std::filesystem::path& folder, const std::string& text);

}  // namespace grader::cli

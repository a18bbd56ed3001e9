// A new exercise to start from: one function, its cases, a mistake. It grades at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct NewFile {
  std::string path;  // below the package's folder
  std::string text;
};

/// The files of a new package, in the order in which an author meets them. `title` is a line of text;
/// `kit_folder` is where kit/ lies as seen from exercise/, for editors.
std::vector<NewFile> new_package_files(const std::string& title, const std::string& kit_folder);

/// A folder's name as a title: `weighted_mean` is `Weighted mean`.
std::string title_of(const std::filesystem::path& folder);

/// Writes a new package to `folder`, which must not be there or be empty. `root` holds kit/. Where a file can
/// not be written, those before it stay.
Result<void> write_new_package(const std::filesystem::path& folder, const std::filesystem::path& root);

}  // namespace grader

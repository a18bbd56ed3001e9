// Which files of a folder are the submissions of a class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"

namespace grader {

struct FoundSubmission {
  std::string student;         // any bytes: the part of the path that names the student
  std::string path;            // any bytes: below the folder
  std::filesystem::path file;  // to read; links inside the folder are resolved
  std::string refusal;         // why there is no file to read, or ""
};

struct FindOptions {
  std::string submission_name = "solution.h";  // of the exercise
  std::string pattern;                         // "": NAME.h and NAME/…/solution.h
  std::filesystem::path leave_out;             // a folder below that is none of a student's: the results
};

/// How deep below a student's folder the file is looked for.
inline constexpr int kSearchDepth = 4;

/// All submissions below `folder`, by their paths in byte order.
///
/// Without a pattern: a file `NAME.h` (with the ending of the exercise's file) is NAME's, and in a folder
/// `NAME` the file of the exercise's name is, whatever folders lie between: the one that lies highest, and
/// where there are two of these or none, a refusal says so. Names that begin with a dot and other files are
/// passed over.
///
/// With a pattern: every path that it fits. `*` stands for any text without `/`, `?` for one such character;
/// what the first `*` stands for is the student.
///
/// Nothing outside the folder is ever read: a link is followed only where it leads to a place below the
/// folder, and anything else that no file can be read from gets a refusal. Fails where `folder` is none, the
/// pattern names no student or leads out, or nothing was found: the message says what was looked for.
Result<std::vector<FoundSubmission>> find_submissions(const std::filesystem::path& folder,
                                                      const FindOptions& options);

}  // namespace grader

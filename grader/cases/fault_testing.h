// Tables of faulty case files with the whole text of their errors.
#pragma once

#include <string>
#include <vector>

namespace grader {

struct FaultyFile {
  const char* what;
  std::string file;
  std::string errors;  // as to_text gives them for a file shown as `c`
};

/// A file with one case of `function` called `a`, with these lines under its name.
std::string in_case(const char* function, const char* lines);

/// Each file, read against test_manifest(), must give just these errors.
void expect_all(const std::vector<FaultyFile>& faults);

}  // namespace grader

// Landlock: which files a process may reach, by its own wish and for good. Here by raw calls: the headers of
// today's distributions are older than their kernels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/base/unique_fd.h"

namespace grader::sandbox {

/// What may be done with a path and all below it.
struct PathRule {
  enum class Access {
    kRead,         // files and folders
    kReadExecute,  // and start them, map them as code
    kReadWrite,    // and make, change and remove regular files and folders
    kWriteFile,    // read and write this one file: /dev/null
  };
  std::string path;
  Access access = Access::kRead;
};

/// The version of Landlock that the kernel offers: 1 and up, 0 for none.
int landlock_version();

/// A rule set that refuses every file but the named ones, TCP from version 4, and signals and abstract
/// sockets outwards from version 6. Paths that are not there are passed over. Empty without Landlock.
/// Allocates nothing.
int make_ruleset(const std::vector<PathRule>& rules, int version);

/// Adds one more path to a rule set; false with errno when that is refused, true when the path is not there.
bool add_path_rule(int ruleset, const char* path, PathRule::Access access, int version);

/// Takes the rule set upon the calling thread. REQUIRES: no new privileges.
bool restrict_self(int ruleset);

}  // namespace grader::sandbox

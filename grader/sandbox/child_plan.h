// Everything the child needs between clone and exec, made before: in there nothing may be allocated.
#pragma once

#include <string>
#include <vector>

#include "grader/sandbox/sandbox.h"

namespace grader::sandbox {

struct ChildPlan {
  std::string path;
  std::string folder;
  std::vector<std::string> arguments;  // with argv[0]
  std::vector<std::string> environment;
  std::vector<char*> argv;  // point into the two above, end in nullptr
  std::vector<char*> envp;
  Limits limits;
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  int status_fd = -1;
  std::vector<int> pass_fds;
};

}  // namespace grader::sandbox

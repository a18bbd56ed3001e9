// The root folder that a program gets in its mount namespace: what it needs, read-only, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "grader/sandbox/sandbox.h"
#include "grader/sandbox/step_error.h"

namespace grader::sandbox {

/// What lies in the new root, worked out before the clone.
struct RootPlan {
  struct Bind {
    std::string from;
    std::string to;  // relative to the root
    bool writable = false;
    bool device = false;  // a device file may be opened through it
    bool mapped = false;  // shown with the ids of map_fd
  };
  struct Link {
    std::string at;  // relative to the root
    std::string target;
  };
  std::vector<Bind> binds;
  std::vector<Link> links;
  std::vector<std::string> folders;  // relative, parents first
  std::vector<std::string> files;    // empty ones, for files to be bound upon
  bool temporary = false;            // a small writable /tmp
  bool proc = false;                 // /proc of the new pid namespace, processes only
  bool may_bind_proc =
      false;           // where that is refused: the machine's; Landlock must keep all but /proc/self shut
  int map_fd = -1;     // a user namespace whose ids `mapped` binds are shown with, or -1
  unsigned owner = 0;  // who then owns what the program writes; 0: whoever runs
};

/// The system's folders that a program of this profile may read and start things from.
std::vector<std::string> program_roots(Profile profile);

/// The tools (kCompile) or the libraries alone (kRunner), then the program's own mounts.
/// An error names a mount that is not there.
Result<RootPlan> plan_root(const Program& program);

/// Builds it and makes it the root of the calling process. Allocates nothing.
/// REQUIRES: a mount namespace of its own, and the rights over it.
StepError enter_root(const RootPlan& plan);

}  // namespace grader::sandbox

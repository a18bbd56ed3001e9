// Everything the child needs between clone and exec, made before: in there nothing may be allocated.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "grader/sandbox/landlock.h"
#include "grader/sandbox/layers.h"
#include "grader/sandbox/new_root.h"
#include "grader/sandbox/own_user.h"
#include "grader/sandbox/rlimits.h"
#include "grader/sandbox/sandbox.h"
#include "grader/sandbox/seccomp_filter.h"

namespace grader::sandbox {

/// Run in place of a program, in the very same surroundings: canaries of the self-test. Returns the exit
/// code.
using Inside = int (*)();

struct ChildPlan {
  std::string path;
  std::string folder;
  std::vector<std::string> arguments;  // with argv[0]
  std::vector<std::string> environment;
  std::vector<char*> argv;  // point into the two above, end in nullptr
  std::vector<char*> envp;
  Inside inside = nullptr;  // instead of path

  ProcessLimits limits;
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  int status_fd = -1;
  std::vector<int> pass_fds;
  std::vector<int> group_tasks;  // see ControlGroup::Doors
  int watcher = -1;              // the program that init becomes; -1: it stays a copy of us

  Layers layers;
  bool fixed_addresses = false;
  bool locked = false;  // any layer at all: capabilities go too
  uid_t outer_uid = 0;  // ours, for the user namespace
  gid_t outer_gid = 0;
  std::optional<OwnUser> own_user;
  RootPlan root;                // with namespaces
  std::vector<PathRule> paths;  // with Landlock
  Filter filter;                // with seccomp; empty: none for this profile

  ChildPlan() = default;
  ChildPlan(const ChildPlan&) = delete;  // argv points into itself
  ChildPlan& operator=(const ChildPlan&) = delete;
};

/// Fills all but the descriptors. An error names a mount that is not there.
Result<void> fill_plan(ChildPlan& plan, const Program& program, const Limits& limits, const Layers& layers);

/// The namespaces to clone into, as flags of clone.
unsigned long clone_flags(const Layers& layers);

}  // namespace grader::sandbox

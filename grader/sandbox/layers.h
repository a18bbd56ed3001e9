// Which layers of protection go around one program.
#pragma once

#include "grader/sandbox/sandbox.h"

namespace grader::sandbox {

struct Layers {
  bool namespaces = false;      // mount (with a root of its own), pid, network, ipc, uts, cgroup
  bool user_namespace = false;  // needed for the others where the grader has no rights of its own
  bool own_user = false;        // a user id that nothing else has
  int landlock = 0;             // its version; 0: none
  bool seccomp = false;
  bool memory_group = false;   // a control group bounds the memory of all its processes together
  bool process_group = false;  // and their number
};

/// All that this machine has, found by trying once.
const Layers& offered_layers();

/// Of these, what a program of this profile gets.
Layers layers_for(Profile profile, Mode mode);

}  // namespace grader::sandbox

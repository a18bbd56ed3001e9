#include "grader/sandbox/layers.h"

#include <seccomp.h>

#include "grader/sandbox/cgroup_roots.h"
#include "grader/sandbox/landlock.h"
#include "grader/sandbox/own_user.h"
#include "grader/sandbox/spawn.h"

namespace grader::sandbox {
namespace {

// The least that must run: does nothing, in the root that a runner gets.
bool can_run(const Layers& layers) {
  Program program;
  program.profile = Profile::kRunner;
  auto process = spawn(program, {}, layers, [] { return 0; });
  if (!process) return false;
  const Ended ended = (*process)->wait().ended;
  return ended.how == Ended::How::kExited && ended.code == 0;
}

bool filters_work() {
  const Layers layers{.seccomp = true};
  Program program;  // kCompile, the profile that brings a filter
  auto process = spawn(program, {}, layers, [] { return 0; });
  return process && (*process)->wait().ended.code == 0;
}

// Best by rights of our own and with a user of its own inside; next through a user namespace, where the
// program is at least not who we are; last by rights of our own alone.
void find_namespaces(Layers& layers) {
  const bool own_user = OwnUser::lend().has_value();
  struct Way {
    bool user_namespace;
    bool own_user;
  };
  layers.namespaces = true;
  for (const Way way : {Way{false, true}, Way{true, false}, Way{false, false}}) {
    if (way.own_user && !own_user) continue;
    layers.user_namespace = way.user_namespace;
    layers.own_user = way.own_user;
    if (can_run(layers)) return;
  }
  layers.namespaces = false;
  layers.own_user = own_user;
  if (own_user && !can_run(layers)) layers.own_user = false;
}

Layers find_layers() {
  Layers layers;
  layers.landlock = landlock_version();
  layers.seccomp = filters_work();
  find_namespaces(layers);
  layers.memory_group = group_roots().memory.has_value();
  layers.process_group = group_roots().pids.has_value();
  return layers;
}

bool is_enough(const Layers& layers) {
  return layers.seccomp && (layers.namespaces || layers.landlock > 0);
}

Isolation describe(const Layers& layers) {
  Isolation isolation;
  const auto add = [&](bool held, const char* name) {
    (held ? isolation.layers : isolation.missing).emplace_back(name);
  };
  add(layers.namespaces, "namespaces");
  // Without namespaces it is used only where the files in question happen to be readable for all: no promise.
  add(layers.own_user && layers.namespaces, "own user");
  add(layers.landlock > 0, "landlock");
  add(layers.seccomp, "seccomp");
  add(layers.memory_group, "memory cgroup");
  add(layers.process_group, "process cgroup");
  if (!is_enough(layers))
    isolation.level = 0;
  else if (!layers.namespaces)
    isolation.level = 3;
  else
    isolation.level = isolation.missing.empty() ? 1 : 2;
  return isolation;
}

}  // namespace

const Layers& offered_layers() {
  static const Layers layers = find_layers();
  return layers;
}

Layers layers_for(Profile profile, Mode mode) {
  if (mode == Mode::kOff || profile == Profile::kTrusted) return {};
  return offered_layers();
}

const Isolation& available() {
  static const Isolation isolation = describe(offered_layers());
  return isolation;
}

bool has_own_root(Profile profile, Mode mode) {
  return layers_for(profile, mode).namespaces;
}

}  // namespace grader::sandbox

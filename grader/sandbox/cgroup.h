// A control group for one sandbox: bounds memory and processes of all in it together.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "grader/base/error.h"
#include "grader/base/unique_fd.h"
#include "grader/sandbox/cgroup_roots.h"

namespace grader::sandbox {

/// Gone with this object, provided that all in it have ended.
class ControlGroup {
 public:
  struct Bounds {
    std::int64_t memory_bytes = 0;
    int processes = 0;
  };
  /// Empty when `roots` has neither controller. An error is ours.
  static Result<std::optional<ControlGroup>> make(const GroupRoots& roots, const Bounds& bounds);
  ControlGroup(ControlGroup&& other) noexcept;
  ControlGroup& operator=(ControlGroup&& other) noexcept;
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;
  ~ControlGroup();

  /// What a process gets in through by itself. Version 1: files that it writes "0" to while it has one
  /// thread. Version 2: the folder, to be cloned into. To be put in from outside has the kernel wait until no
  /// process of the machine is being forked: many milliseconds.
  struct Doors {
    std::vector<UniqueFd> tasks;
    UniqueFd folder;  // empty without version 2
  };
  Result<Doors> doors() const;
  /// Puts a process in where version 2 is; what it starts later is in too.
  Result<void> add(pid_t pid);
  /// True when the kernel killed one of them for want of memory.
  bool killed_for_memory() const;
  /// The most memory that was in use at a time, or 0 where the kernel does not tell.
  std::int64_t peak_bytes() const;

 private:
  ControlGroup() = default;
  std::filesystem::path memory_;  // empty: no such controller
  std::filesystem::path pids_;    // may be the same folder as memory_
  int memory_version_ = 0;
  int pids_version_ = 0;
};

}  // namespace grader::sandbox

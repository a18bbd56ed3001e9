// How many submissions are graded at the same time, so that all of them fit into memory.
#pragma once

#include <cstdint>

#include "grader/base/error.h"
#include "grader/model/manifest.h"

namespace grader {

/// What this machine, or the cgroup that this process is in, has for it: nine tenths of the smaller one.
std::int64_t machine_memory();

struct Room {
  int submissions = 1;  // at the same time
  int runs = 1;         // of one submission, at the same time
};

/// At most one submission a core of `jobs`, each with `runs` runs, and no more than fit: a submission takes
/// as much as its compile or its runs may by the manifest's limits, whatever is more. Where there are fewer
/// submissions than cores, each gets more runs. `memory_bytes` 0: the machine's, and one submission always
/// fits. Fails where a given budget is too small for one.
Result<Room> room_for(const Limits& limits, int jobs, std::int64_t memory_bytes, int submissions);

}  // namespace grader

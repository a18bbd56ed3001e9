// Who runs inside: user ids, capabilities, and giving them up. Nothing here allocates.
#pragma once

#include <sys/types.h>

#include "grader/sandbox/step_error.h"

namespace grader::sandbox {

/// The user and group that a program in a user namespace of its own believes to be.
inline constexpr unsigned kInsideId = 1000;

/// Maps `uid` and `gid`, the caller's own outside, to kInsideId in the caller's new user namespace.
StepError map_own_ids(uid_t uid, gid_t gid);

/// Becomes user and group `id` for good, and a member of no other group. REQUIRES: the capability to.
StepError become_user(unsigned id);

/// Gives up every capability but those in `kept` (a bit each), for good: no exec brings one back.
StepError drop_capabilities(unsigned long long kept);

}  // namespace grader::sandbox

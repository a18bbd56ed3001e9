// Processes that a student's code left behind, where no lock kept it from starting any.
#pragma once

#include <sys/types.h>

#include <vector>

namespace grader {

/// From now on the children of dead children come to this process.
void adopt_strays();

/// Kills and reaps every child of this process, and what these leave in turn, but for `known`. Where /proc
/// does not tell, nothing happens.
void end_strays(const std::vector<pid_t>& known);

}  // namespace grader

// From how a process ended to how a run ended.
#pragma once

#include <string>

#include "grader/model/outcome.h"
#include "grader/run/control.h"
#include "grader/run/session.h"

namespace grader {

/// What is known beside the runner's report.
struct RunSigns {
  std::string too_much;          // which output went over its limit, or ""
  bool memory_ran_out = false;   // the program's own word, DecodedAnswers::memory_ran_out
  bool threw_bad_alloc = false;  // the last answer is a std::bad_alloc
};

/// Decided in this order: what the runner saw or did (setup failed, forbidden call, output, time, memory
/// watch); CPU time by the figure and not by the signal alone, as anyone can raise SIGXCPU; a file over its
/// limit; memory; the signal; the exit code.
///
/// Memory: a run that failed is kMemoryLimit where an allocation was refused to it (its own word, but it only
/// chooses between two failures, and it sees the one allocation of a terabyte that leaves no trace outside)
/// or where its peak came to seven eighths of the limit. Failed means: died by SIGKILL, SIGSEGV, SIGBUS,
/// SIGABRT or SIGTRAP, or answered with std::bad_alloc. A bad_alloc that is thrown by hand, with memory left,
/// is an exception as any other.
Ended run_end(const control::Report& report, const RunLimits& limits, const RunSigns& signs);

}  // namespace grader

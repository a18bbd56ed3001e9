// Judges how a run's process ended, and what a call threw.
#pragma once

#include <optional>
#include <string>

#include "grader/judge/finding.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

/// The finding of a run that did not end well or did not answer every call, with the limit and the figure
/// reached, or nothing: then every call has its answer. An exit code is never believed to mean more than "it
/// ended itself".
std::optional<Finding> judge_ending(const RunOutcome& outcome, const Case& a_case, const Manifest& manifest);

/// True where `thrown` was thrown by kit::NotImplemented: the function is still the stub.
bool is_not_implemented(const Thrown& thrown);

/// True where `thrown` can be caught as `type`. The language decides, not the name: a type of the student's
/// that is called `std::invalid_argument` by its own text is none.
bool can_be_caught_as(const Thrown& thrown, const std::string& type);

/// `kit::ShapeError at solution.h:12: matmul: …`; student text in it is on one line and cut.
std::string thrown_text(const Thrown& thrown, const Manifest& manifest);

/// The finding of an exception where a value was asked for: not_implemented, memory_limit for std::bad_alloc,
/// else runtime_error.
Finding judge_thrown(const Thrown& thrown, const std::string& function, const Manifest& manifest);

/// `1.5 KiB`, `256 MiB`; `0.25 s`.
std::string bytes_text(std::int64_t bytes);
std::string time_text(std::chrono::milliseconds time);

}  // namespace grader

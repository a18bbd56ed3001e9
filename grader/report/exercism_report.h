// Exercism's results.json of a test runner, version 3.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// Status `error` only where nothing ran: it does not compile, or the grader failed before the first case. A
/// test has status `fail` for a wrong result and `error` for one that crashed or ran into a limit; its
/// message begins with the verdict. Tasks are the functions, from 1. Exercism has no points, so there are
/// none.
std::string write_exercism(const Report& report);

}  // namespace grader

// The reference solution's values for steps whose expected value a case file leaves out.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/base/error.h"
#include "grader/grade/package.h"
#include "grader/model/case.h"
#include "grader/model/outcome.h"

namespace grader {

/// Fills every missing `Step::expect` from the reference (from the cache where neither it, the kit nor the
/// case changed). An error names the case or what the compiler said of the reference: it is the package's
/// fault. A student's handout has no reference: there the steps of vectorised cases are dropped, so that
/// these are judged for their loops alone.
Result<void> fill_expected(const Package& package, std::vector<Case>& cases);

/// The reference solution's module, from the cache where nothing changed. An error says what the compiler
/// said.
Result<std::filesystem::path> reference_module(const Package& package);

/// Runs one request against the reference solution. REQUIRES: nothing; used by the trace and by `show`.
Result<std::vector<RunOutcome>> run_reference(const Package& package, const std::vector<Request>& requests);

}  // namespace grader

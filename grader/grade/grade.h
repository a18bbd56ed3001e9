// Grades one submission: compile, run, compare, diagnose, score, redact.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/cases/case_loader.h"
#include "grader/compile/module.h"
#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/package.h"
#include "grader/grade/progress.h"
#include "grader/grade/sanitized.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"
#include "grader/run/open_session.h"

namespace grader {

struct GradeOptions {
  CaseSet cases = CaseSet::kAll;
  std::vector<std::string> only;  // names or patterns; empty: all
  std::string audience = "student";
  std::filesystem::path module;  // compiled before; empty: compile the submission
  int parallel = 0;              // 0: one a core and two more
  std::function<bool()> stop;    // asked often (Ctrl-C, a newer save); true: the report so far
  SanitizeWhen sanitize = SanitizeWhen::kAuto;
  OpenSession open_session = {};  // for the submission's runs and the reference's
  // Of the cases; none: read from the package.
  std::shared_ptr<const std::vector<KnownMistake>> mistakes = {};
  // As Schedule::requests.
  std::shared_ptr<const std::vector<Request>> requests = {};
};

/// The report of `submission`. Whatever the submission does ends in its report; errors are wrong use (cases
/// that do not load, a name that fits none) or ours.
ResultOrErrors<Report> grade(const Package& package, const Submission& submission,
                             const GradeOptions& options, Progress& progress);

/// How many runs of cases go on at once.
int parallel_runs(const GradeOptions& options);

/// The selected cases, each with its expected values: what grade() loads beside the compile.
ResultOrErrors<std::vector<Case>> open_cases(const Package& package, const GradeOptions& options);

/// As grade, where the cases are loaded and have their expected values already.
Result<Report> grade_cases(const Package& package, const Submission& submission,
                           const std::vector<Case>& cases, const GradeOptions& options, Progress& progress);

/// A report for a failure of ours: verdict internal_error, points left empty.
Report internal_error_report(const Package& package, const Submission& submission, const Error& error,
                             const GradeOptions& options);

}  // namespace grader

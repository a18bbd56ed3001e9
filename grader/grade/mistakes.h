// The known mistakes of a package: what they gave on its cases, made and read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/diagnose/mistake_outcomes.h"
#include "grader/grade/package.h"
#include "grader/grade/schedule.h"
#include "grader/model/case.h"
#include "grader/model/catalogue.h"
#include "grader/model/report.h"

namespace grader {

/// Where a package keeps its mistakes' outcomes: solution/mistakes/outcomes.txt.
std::filesystem::path mistake_outcomes_path(const Manifest& manifest);
/// Where a student's handout has its part of them (public_part): exercise/hints.txt.
std::filesystem::path student_hints_path(const Manifest& manifest);

/// The key of the kit and the given code, as `kit` in the file. Of the kit it covers the headers alone: its
/// source is not in every handout, and what it computes may only change within rounding.
std::string kit_key(const Package& package);
/// The keys of the cases. REQUIRES: complete_case() was called.
std::vector<std::string> case_keys(const std::vector<Case>& cases, const Manifest& manifest);

/// One mistake of the catalogue with its results: `text` is its file's, `runs` and `reports` are of `cases`.
KnownMistake make_known_mistake(const Mistake& mistake, const std::string& text,
                                const std::vector<Case>& cases, const std::vector<CaseRun>& runs,
                                const std::vector<CaseReport>& reports);

/// Outcomes without mistakes as yet: the keys of today's kit, catalogue and cases.
Result<MistakeOutcomes> blank_mistake_outcomes(const Package& package, const std::vector<Case>& cases);

/// The mistakes whose outcomes on `cases` are known, for diagnose(): from the package's file, or in a handout
/// from the student's. What is out of date is passed over, and a file that is not there or not readable knows
/// none; hints are the catalogue's as it is today.
std::vector<KnownMistake> load_known_mistakes(const Package& package, const std::vector<Case>& cases);

}  // namespace grader

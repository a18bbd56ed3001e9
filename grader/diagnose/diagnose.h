// Which known mistake a submission made: the one whose results are the same, case by case.
#pragma once

#include <string>
#include <vector>

#include "grader/diagnose/mistake_outcomes.h"
#include "grader/model/case.h"

namespace grader {

/// What is said of one case, both empty where nothing is.
struct Diagnosis {
  std::string hint;
  std::string mistake;  // its name; `a or b` where two cannot be told apart
};

/// One diagnosis a case, in their order; only cases that fail have any.
///
/// First the whole: a mistake that passes where the submission passes and gives the same where it fails
/// explains all of it. Where two mistakes with different hints do so, both are said; where more do, none is.
///
/// Where none does, each function is looked at alone, as one may be wrong by one mistake and one by another.
/// A mistake explains a function when it gives the same on all of its cases and fails nowhere where the
/// submission passes. Where the function is wrong in what it refuses alone, the mistake must also fail all
/// cases of other functions that ask for an exception and do not get it: what is refused is one idea that
/// shows in all of them. Of several the one that explains most cases counts, then the one that should have
/// broken fewest other functions in another way than they are. Nothing is said of a function where two
/// different hints are left over, nor of one after a function that is wrong and has no hint: later functions
/// are made with earlier ones. Round trips, which call two functions, count for the whole alone, but for
/// "fails nowhere".
///
/// Mistakes with the same hint count as one. Cases that are not known on either side say nothing; but a
/// mistake of which a failing case is not known explains nothing of that function. REQUIRES: `submission` and
/// the results of every mistake are in the order of `cases`.
std::vector<Diagnosis> diagnose(const std::vector<Case>& cases, const std::vector<CaseResult>& submission,
                                const std::vector<KnownMistake>& mistakes);

}  // namespace grader

// What every known mistake gives for every case, as data: computed once, kept in a file, read to diagnose.
//
// The file is `outcomes.txt` beside the mistakes, written by `grader cases check --write`. It is text, one
// fact a line; a line that begins with `#` is a comment:
//
//   grader-outcomes 1               the format's version
//   kit KEY                         of the kit and the package's given code
//   catalogue KEY                   of catalogue.yaml, from which the hints are
//   case KEY public|hidden NAME     the cases, numbered from 0 in this order
//   mistake KEY NAME                of the mistake's text; what follows is its own:
//   hint TEXT                       to the end of the line
//   passes 0-3 7                    numbers of cases that it passes
//   fails 4 FORM SUM SUM SUM        a case that it fails, with its sketch; sums that are all 0 are left out
//
// A KEY is 16 hexadecimal digits of a digest. A case's covers its calls, what is expected of them and the
// tolerance. Where a key is not what it is today, only what hangs on it is passed over: a case, a mistake, or
// (kit) all.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/diagnose/sketch.h"
#include "grader/model/case.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"

namespace grader {

/// What came of one case, for telling mistakes apart.
struct CaseResult {
  enum class Kind {
    kUnknown,  // not run, not judged, not written yet, or not known any more
    kPasses,   // its values are right; loops do not count
    kFails,
  };
  Kind kind = Kind::kUnknown;
  Sketch sketch;  // kFails: what it gave instead
};

/// `report` is what judge() said of `outcome`; `outcome` is null where the case was not run.
CaseResult make_case_result(const Case& a_case, const CaseReport& report, const RunOutcome* outcome);

struct KnownCase {
  std::string key;
  bool hidden = false;
  std::string name;
};

struct KnownMistake {
  std::string key;
  std::string name;
  std::string hint;
  std::vector<CaseResult> results;  // in the order of the cases
};

struct MistakeOutcomes {
  std::string kit_key;
  std::string catalogue_key;
  std::vector<KnownCase> cases;
  std::vector<KnownMistake> mistakes;
};

/// 16 hexadecimal digits for a text.
std::string short_key(std::string_view text);
/// A case's key. REQUIRES: `request` is plan() of it, and complete_case() was called.
std::string case_key(const Case& a_case, const Request& request);

std::string write_mistake_outcomes(const MistakeOutcomes& outcomes);
/// An error names the line. `shown_path` stands in it.
Result<MistakeOutcomes> read_mistake_outcomes(std::string_view text, const std::string& shown_path);

/// The same without hidden cases, and without mistakes that no public case shows: for the student's handout.
MistakeOutcomes public_part(const MistakeOutcomes& outcomes);

/// The results of each mistake for cases of these keys, in their order: kUnknown where `outcomes` has no case
/// of that key. None where `kit_key` is another.
std::vector<KnownMistake> mistakes_for(const MistakeOutcomes& outcomes, const std::string& kit_key,
                                       const std::vector<std::string>& case_keys);

}  // namespace grader

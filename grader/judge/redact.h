// The one place that decides what a reader of a report may know of the hidden cases.
#pragma once

#include <string_view>

#include "grader/model/manifest.h"
#include "grader/model/report.h"

namespace grader {

/// `report` for `audience`. An "instructor" gets it whole. Anybody else gets, of a hidden case, no more than
/// name, function, verdict, points and the catalogue's hint (Reveal::kVerdict), or name, function, passed or
/// not, and points (Reveal::kPassed: a case that did not pass shows the worst verdict of the function's
/// public cases, or wrong_answer where these all pass). No number, shape, pattern, time, signal, text or
/// output of it is left, and what is added up over cases and would tell of one (the time taken) goes too. Of
/// public cases only the mistake's name is taken out. What is left out is never copied: a new field of
/// CaseReport is hidden until it is named here.
Report redact(Report report, std::string_view audience, Reveal reveal);

}  // namespace grader

// The report as one HTML page that opens offline.
#pragma once

#include <string>

#include "grader/model/report.h"

namespace grader {

/// A page without scripts, links or anything from elsewhere (its Content-Security-Policy allows styles of its
/// own alone): verdict and points, a table of functions, the compiler's messages, then every case, those that
/// did not pass opened. Readable without colour, with the keyboard and by a screen reader; well-formed XML as
/// well.
std::string write_html(const Report& report);

}  // namespace grader

// kills.json, the baseline of the case set's own test: which case caught which mistake when it was written.
//
//   {
//     "forgets-the-mask": [
//       "causality_after",
//       "mha_running_mean"
//     ],
//     …
//
// Mistakes and cases stand in alphabetical order, one a line, so that a change of the case set reads as lines
// that come and go.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/model/manifest.h"
#include "grader/prove/kill_matrix.h"

namespace grader {

/// solution/mistakes/kills.json.
std::filesystem::path kills_path(const Manifest& manifest);

std::string write_kills(const Kills& kills);
/// `shown_path` stands in the error.
Result<Kills> parse_kills(std::string_view text, const std::string& shown_path);
/// Nothing where there is no file.
Result<Kills> read_kills(const std::filesystem::path& path);

}  // namespace grader

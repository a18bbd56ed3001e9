// A handout on disk: a folder, or an archive whose bytes depend on its files alone.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/base/error.h"
#include "grader/bundle/handout_files.h"

namespace grader {

/// Fails where something is at `out` already: a file that is not empty, or a folder that is not.
Result<void> check_out_is_free(const std::filesystem::path& out);

/// Writes `files` to `out`: an archive where the name ends in `.zip` or `.tar.gz`, with one folder of the
/// same name in it; else a folder. Names are in the order of `files`, times are fixed and owners left out, so
/// the same files give the same bytes. An archive appears whole or not at all; of a folder, what was written
/// before an error stays. REQUIRES: check_out_is_free.
Result<void> write_handout(const std::vector<HandoutFile>& files, const std::filesystem::path& out);

}  // namespace grader

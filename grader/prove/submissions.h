// All submissions that a package brings along: its reference, its stub, its mistakes, and other right
// solutions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/catalogue.h"
#include "grader/model/manifest.h"
#include "grader/prove/kill_matrix.h"

namespace grader {

struct KnownSubmission {
  Role role = Role::kMistake;
  std::string name;  // of the file, without `.h`; `reference` and `stub`
  std::filesystem::path file;
  Verdict expected = Verdict::kAccepted;
};

/// The reference, the stub, the mistakes in the catalogue's order, then every header in solution/accepted/
/// and solution/not_vectorised/ by its name. Neither folder need be there.
Result<std::vector<KnownSubmission>> list_submissions(const Manifest& manifest, const Catalogue& catalogue);

}  // namespace grader

// Case files (YAML) into checked cases.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

enum class CaseSet { kPublic, kHidden, kAll };

/// Every case of the package's cases/public/*.yaml and cases/hidden/*.yaml, in order of path and place.
/// All errors of all files in one answer. Zero files or zero cases in the set is an error.
ResultOrErrors<std::vector<Case>> load_cases(const Manifest& manifest, CaseSet set);

/// One file's text; `shown_path` stands in the messages.
ResultOrErrors<std::vector<Case>> parse_cases(std::string_view text, const std::string& shown_path,
                                              const Manifest& manifest, bool hidden);

}  // namespace grader

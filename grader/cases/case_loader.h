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

/// Every case of the package's cases/public/*.yaml and cases/hidden/*.yaml: public before hidden, then in the
/// order of the manifest's functions, of the files' names, and of the places in them. All errors of all files
/// in one answer. Zero cases in the set is an error; kAll needs no hidden ones.
ResultOrErrors<std::vector<Case>> load_cases(const Manifest& manifest, CaseSet set);

/// One file's text; `shown_path` stands in the messages. cases/README.md describes the format.
ResultOrErrors<std::vector<Case>> parse_cases(std::string_view text, const std::string& shown_path,
                                              const Manifest& manifest, bool hidden);

}  // namespace grader

// exercise.yaml into a Manifest.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/model/manifest.h"

namespace grader {

/// Reads `folder`/exercise/exercise.yaml. All errors in one answer.
ResultOrErrors<Manifest> load_manifest(const std::filesystem::path& folder);

/// The text of a manifest; `shown_path` stands in the messages, `folder` becomes Manifest::folder.
ResultOrErrors<Manifest> parse_manifest(std::string_view text, const std::string& shown_path,
                                        const std::filesystem::path& folder);

}  // namespace grader

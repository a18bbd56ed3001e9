// catalogue.yaml, the list of known mistakes, into a Catalogue.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/model/catalogue.h"
#include "grader/model/manifest.h"

namespace grader {

/// Where a package's mistakes lie: solution/mistakes/, a file NAME.h each beside catalogue.yaml.
std::filesystem::path mistakes_folder(const Manifest& manifest);

/// Reads the catalogue of the manifest's package. All errors in one answer: those of parse_catalogue, an
/// entry whose file is not there, a file that has no entry. A package without that folder has an empty
/// catalogue.
ResultOrErrors<Catalogue> load_catalogue(const Manifest& manifest);

/// The text of a catalogue; `shown_path` stands in the messages. solution/mistakes/README.md describes the
/// fields. Errors beside those of the form: a name that is used twice; a verdict that no mistake can have; a
/// function that the manifest has not, or out of its order; a hint of more than one line or 300 bytes; a twin
/// that is not there, does not name the mistake in turn, or has another hint.
ResultOrErrors<Catalogue> parse_catalogue(std::string_view text, const std::string& shown_path,
                                          const Manifest& manifest);

}  // namespace grader

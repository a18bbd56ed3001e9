// The parts of a manifest that speak of functions, and of the letters in their axes.
#pragma once

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_map.h"
#include "grader/model/manifest.h"

namespace grader {

/// Reads `letters`, `derived` and `properties`.
void read_letters(YamlMap& map, Manifest& manifest, YamlErrors& errors);

/// Reads `functions`, each axis against the manifest's letters. REQUIRES: read_letters ran.
void read_functions(YamlMap& map, Manifest& manifest, YamlErrors& errors);

}  // namespace grader

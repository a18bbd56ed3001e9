// The parts of a manifest that set rules and limits.
#pragma once

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_map.h"
#include "grader/model/manifest.h"

namespace grader {

/// Reads `rules`. REQUIRES: letters and functions are read.
void read_rules(YamlMap& map, Manifest& manifest, YamlErrors& errors);

/// Reads `limits`; a limit that is not there keeps its default.
void read_limits(YamlMap& map, Limits& limits, YamlErrors& errors);

}  // namespace grader

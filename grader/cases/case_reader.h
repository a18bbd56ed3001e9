// The cases of one file's tree.
#pragma once

#include <vector>

#include "grader/cases/tensor_reader.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

/// Reads {function, cases}. Where `errors` has none afterwards, every case is whole.
std::vector<Case> read_cases(const YamlNode& root, const Manifest& manifest, bool hidden, YamlErrors& errors,
                             NumberBudget& budget);

}  // namespace grader

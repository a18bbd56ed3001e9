// Which properties a case can have, and what each asks of its function.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

/// The property of that name, or nothing with an error.
std::optional<CaseKind> read_property_name(const YamlNode& node, YamlErrors& errors);

/// Why a case of this function can not have the property, or "". `sizes` are those of its call's letters: a
/// property of an axis that has one entry would hold for every submission.
std::string property_fault(CaseKind property, const Manifest& manifest, int function,
                           const std::map<std::string, std::int64_t>& sizes);

}  // namespace grader

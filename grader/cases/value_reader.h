// A value of a manifest's type from a case file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "grader/cases/tensor_reader.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"
#include "grader/model/manifest.h"
#include "grader/model/value.h"

namespace grader {

/// Params with any names, in the file's order. Nothing, with errors, where one of them is no tensor.
std::optional<NamedArrays> read_params(const YamlNode& node, YamlErrors& errors, NumberBudget& budget);

/// An `int` is one of 32 bits. Shapes and names are not judged here.
std::optional<Value> read_value(Type type, const YamlNode& node, YamlErrors& errors, NumberBudget& budget);

}  // namespace grader

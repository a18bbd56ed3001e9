// A YAML file as a tree of nodes with places: a strict subset, and every error of the file at once.
#pragma once

#include <optional>
#include <string_view>

#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_node.h"

namespace grader {

/// Who reads the lists of numbers: the shortcut of number_list.h, or yaml-cpp like all else. The result is
/// the same; tests hold them against each other.
enum class NumberLists { kQuick, kByParser };

/// The one document in `file`. Errors (see prepare_yaml, and: text that is not YAML, anchors, aliases, merge
/// keys, tags, a second document, a key that is not a single word or comes twice) go to `errors`. Nothing is
/// returned where the text could not be read to its end; else what was refused is a node of kind kBroken or
/// left out. This is the only file that knows yaml-cpp.
std::optional<YamlNode> read_yaml(std::string_view file, YamlErrors& errors,
                                  NumberLists lists = NumberLists::kQuick);

}  // namespace grader

// One call of a case: its arguments, and what must come of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "grader/cases/tensor_reader.h"
#include "grader/cases/yaml_errors.h"
#include "grader/cases/yaml_map.h"
#include "grader/model/case.h"
#include "grader/model/manifest.h"

namespace grader {

/// A call as the file has it, and the size of every letter that it fixes. After errors both have gaps.
struct CallReading {
  Step step;
  std::map<std::string, std::int64_t> sizes;
};

/// Whether a call says how it must end; that of a property does not.
enum class Ending { kOwn, kProperty };

/// Reads the keys `args`, `expect`, `throws` and `tolerance` of `map`, which may have others.
/// Sizes must agree with the manifest's axes, but for a call that must throw: it may be wrong in any way.
CallReading read_call(YamlMap& map, const Manifest& manifest, const Function& function, Ending ending,
                      YamlErrors& errors, NumberBudget& budget);

/// `exact`, or {rtol, atol}, of which what is missing keeps its default. After errors it has gaps.
Tolerance read_tolerance(const YamlNode& node, YamlErrors& errors);

}  // namespace grader

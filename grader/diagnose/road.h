// The stages that the reference solution passes on the way to a result, and what each of them is made from.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/model/manifest.h"
#include "grader/model/outcome.h"
#include "grader/model/value.h"

namespace grader {

/// A value that the reference marks (`kit::stage("scores", s)`).
struct Stage {
  std::string name;
  Array value;
  std::vector<bool>
      needs;  // for each tensor of the call, params' entries among them: whether it depends on it
};

/// What the reference makes of one call.
struct Road {
  std::vector<Stage> stages;  // in the order in which they were marked
  std::vector<Shape> shapes;  // of every tensor that is given, made on the way, or the result; each once
};

/// The call, recorded with its values, then the same with one of its tensors changed, for each of them in
/// turn: a stage that stays the same does not depend on it.
Request road_request(int function, const std::vector<Value>& arguments);

/// The road of the first call of `request`, from what the reference did. No stages where it threw, or where a
/// stage's numbers were not kept.
Road make_road(const Request& request, const RunOutcome& reference);

/// True where `later` can be made from `earlier`: it comes after it and depends on all that this depends on.
bool leads_to(const Road& road, std::size_t earlier, std::size_t later);

}  // namespace grader

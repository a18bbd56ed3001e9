// Waits for a compile that can be called off.
#pragma once

#include <functional>

#include "grader/base/error.h"
#include "grader/compile/module.h"

namespace grader {

/// What `build` made; where `stop` says so before, nothing: not ok, without a message. The build dies with
/// its object.
Result<ModuleBuild::Done> wait_for(ModuleBuild& build, const std::function<bool()>& stop);

}  // namespace grader

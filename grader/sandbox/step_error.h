// How a step of the setup tells that it failed, where nothing may be allocated.
#pragma once

namespace grader::sandbox {

/// The step that failed, with errno as the step left it; empty when all went well. Texts live as long as the
/// plan.
struct StepError {
  const char* step = nullptr;  // `cannot mount `
  const char* detail = "";     // what it was about: a path

  explicit operator bool() const { return step != nullptr; }
};

}  // namespace grader::sandbox

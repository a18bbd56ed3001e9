// Which cases a command means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/case.h"

namespace grader {

/// True where `pattern` (`*` any text, `?` one character) fits the whole of `name`.
bool matches(std::string_view pattern, std::string_view name);

/// The cases that any of `patterns` fits, in their order; all of them where `patterns` is empty.
/// A pattern that fits none is an error that names the nearest case: never a green run of nothing.
Result<std::vector<Case>> select_cases(std::vector<Case> cases, const std::vector<std::string>& patterns);

}  // namespace grader

// Writes expected values into a case file, and leaves every other byte of it as it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/value.h"

namespace grader {

struct FilledValue {
  std::string case_name;
  std::size_t step = 0;  // of a sequence; else 0
  Value value;
};

/// `text` with an `expect:` under the arguments of each of those calls. Comments, order and line ends stay.
/// Fails where the text is not YAML, a case or step is not there, it says already how the call ends, or it
/// stands in braces, where there is no line to add. `shown_path` stands in the messages.
Result<std::string> fill_expectations(std::string_view text, const std::string& shown_path,
                                      const std::vector<FilledValue>& values);

}  // namespace grader

// A case file's text with every expected value in it, for readers who have no reference to ask.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "grader/base/error.h"
#include "grader/grade/package.h"

namespace grader {

struct LiteralCases {
  std::string text;
  std::size_t values = 0;  // how many the reference gave
};

/// `text`, the reference's values written where `expect` is missing and nothing else changed. Fails where the
/// cases do not load, or one of those values has no line to stand on (see case_filler.h). `shown_path` stands
/// in the messages.
ResultOrErrors<LiteralCases> literal_cases(const Package& package, std::string_view text,
                                           const std::string& shown_path);

}  // namespace grader

// `*/homework_?/solution.h`: where the submissions are, and what of their paths names the student.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"

namespace grader {

class PathPattern {
 public:
  /// Parts are set apart by `/`. Fails where the pattern has no `*`, is absolute, or has an empty part, `.`
  /// or
  /// `..`.
  static Result<PathPattern> parse(std::string_view text);

  std::size_t size() const { return parts_.size(); }
  /// Nothing where `name` does not fit part `part`; else what the pattern's first `*` stands for, or "" where
  /// that is not in this part. The first `*` takes as little as it can, and at least one character.
  std::optional<std::string> fit(std::size_t part, std::string_view name) const;

 private:
  std::vector<std::string> parts_;
  std::size_t named_ = 0;  // the part with the first `*`
};

}  // namespace grader

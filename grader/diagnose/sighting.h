// How a stage of the reference shows among the values of a student's operations.
#pragma once

#include <cstddef>

#include "grader/model/outcome.h"
#include "grader/model/value.h"

namespace grader {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// How a stage shows among the student's values, the better the later.
struct Sighting {
  enum class How {
    kMissed,
    kWhereFinite,  // the same, perhaps times a factor, but for places where the stage is not finite: a mask
    kScaled,
    kReordered,
    kFound,
  };
  How how = How::kMissed;
  std::size_t at = kNowhere;  // of the operation; nowhere where it is missed, or a value inside of given code
  double factor = 1;
};

/// What the result of `operation`, which is number `at`, has to do with `stage`. Shapes may differ where the
/// numbers lie in the same order. Other orders of the axes are tried up to 4 axes and 4096 numbers.
Sighting sight(const Array& stage, const Operation& operation, std::size_t at);

}  // namespace grader

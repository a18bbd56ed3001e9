// What one run of one case gave, so short that it can be kept for every known mistake and every case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "grader/model/case.h"
#include "grader/model/manifest.h"
#include "grader/model/outcome.h"

namespace grader {

inline constexpr std::size_t kSketchSums = 3;

/// Two runs whose sketches are the same gave the same: for each call the same kind of value and shape, NaN
/// and infinities at the same places, all other numbers within the case's tolerance, or the same exception;
/// and they ended alike. Of an exception of the kit the message counts too (it has the shapes), but not what
/// it quotes; of any other the type alone.
struct Sketch {
  /// A digest of all that must be equal, the bits of results that are compared with `==` among it (-0.0 is
  /// 0.0, and all NaNs are one).
  std::uint64_t form = 0;
  /// Weighted means of all finite numbers that have a tolerance, in order: each weight is one of a fixed
  /// series from [-1, 1), and the sum is divided by that of the weights' sizes. 0 where there are none.
  std::array<double, kSketchSums> sums{};
  /// How far another run's sums may be: the same means, of the numbers' tolerances. Not kept in files.
  std::array<double, kSketchSums> slack{};
};

/// The sketch of a run of `a_case`. A call beyond the case's steps (of a property) has the first's tolerance.
Sketch make_sketch(const Case& a_case, const RunOutcome& outcome);

/// Whether `kept` (from a file, its slack not known) is the same as `fresh`. Wrong numbers slip through only
/// where their errors are within the tolerance on average in all sums at once.
bool same_sketch(const Sketch& fresh, const Sketch& kept);

}  // namespace grader

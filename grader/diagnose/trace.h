// The trace of a failing case: the operations that the student's code made, and where they leave the road.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/base/verdict.h"
#include "grader/diagnose/road.h"
#include "grader/model/outcome.h"
#include "grader/model/report.h"

namespace grader {

/// What the trace of one call is made from.
struct Journey {
  const Road& road;                          // what the reference makes of the same call
  const std::vector<Operation>& operations;  // the student's, recorded with values; untrusted
  int call = 0;                              // of which call of their request
  Verdict verdict = Verdict::kWrongAnswer;
  Shape expected_shape;  // of the result; where the verdict is kWrongShape
  Shape got_shape;
  std::optional<Thrown> thrown;  // what the call threw
  int lines = 0;                 // how many the student's file has: others are not known
};

/// The most lines that a trace has; what comes after is left out, and the last line says so.
inline constexpr std::size_t kTraceLines = 400;

/// The operations in order, without their numbers, each with its line of the student's file (0: not known).
/// An operation whose result is a stage of the road says so, also where it is the stage with its axes in
/// another order or times a factor.
///
/// At most one line leaves the road, by the first of these that applies:
///   - the call threw: a last line for what it threw;
///   - a stage is not among the values, nor is one that is made from it: the first operation after the stages
///     that it is made from that has its shape and is no stage; or else that takes one of their shapes;
///   - the shape is wrong: the first operation whose result has a shape that the reference never makes, or
///     else the last one that has the wrong result's;
///   - all stages are there: the operation after the last of them.
/// A stage that is there in another order or times a factor is no fault by itself: the right result can be
/// reached so. Neither is one that is missed on the way to a later one.
std::vector<TraceLine> make_trace(const Journey& journey);

}  // namespace grader

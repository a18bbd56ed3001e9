// A case as the loader leaves it: checked against the manifest, every input a number.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/base/error.h"
#include "grader/model/tolerance.h"
#include "grader/model/value.h"

namespace grader {

enum class CaseKind {
  kValues,            // call, compare
  kThrows,            // call, expect an exception
  kSequence,          // several calls in one process, each compared
  kRoundTrip,         // inverse(function(args)) == the first tensor argument
  kCausal,            // later tokens do not change earlier results
  kBatchIndependent,  // a text's result is the same alone and in a batch
  kRepeatable,        // two calls, the same bits
  kLeavesInputsAlone,
  kVectorised,  // no loops over the manifest's letters
};
/// As a case file spells it: `values`, `throws`, `sequence`, `round_trip`, ….
std::string_view to_string(CaseKind kind);

/// One call of a case: the arguments in the manifest's order, and what must come of it.
struct Step {
  std::vector<Value> arguments;
  std::optional<Value> expect;  // missing: the reference's value, filled in before judging
  std::string throws;           // `std::invalid_argument`, or "" where a value is expected
  Tolerance tolerance;
  bool expect_from_reference = false;
};

struct Case {
  std::string name;  // unique in a package
  int function = 0;  // index in Manifest::functions
  bool hidden = false;
  Place place;      // of the case in its file
  std::string why;  // what the case is for, shown to people
  double points = 1;
  CaseKind kind = CaseKind::kValues;
  std::vector<Step> steps;                              // one, but for kSequence; kVectorised has none
  std::optional<std::chrono::milliseconds> time_limit;  // wall and CPU, instead of the manifest's
};

}  // namespace grader

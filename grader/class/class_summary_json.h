// The summary of a class as JSON: docs/class-summary.schema.json describes it.
#pragma once

#include <string>

#include "grader/class/class_results.h"
#include "grader/class/class_stats.h"
#include "grader/class/class_table.h"

namespace grader {

inline constexpr int kSummaryVersion = 1;

/// Counts, points, functions, cases, mistakes, settings and one line a row; the same table gives the same
/// bytes. Points are rounded to six decimals.
std::string write_summary_json(const ClassInfo& info, const ClassTable& table, const ClassStats& stats,
                               const Likeness& likeness);

}  // namespace grader

// What the rows of a class add up to.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/class/class_table.h"

namespace grader {

/// How many graded submissions have from `from` points to below `to`; of the last band (from == to) exactly
/// so many.
struct PointsBand {
  double from = 0;
  double to = 0;
  int count = 0;
};

struct PointsStats {
  int count = 0;    // of graded submissions with points; the numbers below are 0 where there are none
  double most = 0;  // that can be had
  double mean = 0;
  double median = 0;
  double lowest = 0;
  double highest = 0;
  std::vector<PointsBand>
      bands;  // ten of equal width and one for all points; none where there is nothing to get
};

struct FunctionStats {
  std::string name;
  double max_points = 0;
  double mean_points = 0;  // of those that have points
  int accepted = 0;        // submissions
  int submissions = 0;     // that have the function
  int passed = 0;          // cases
  int total = 0;
};

struct CaseStats {
  int passed = 0;  // submissions
  int total = 0;   // that have the case
};

struct MistakeStats {
  std::string name;  // the catalogue's slug
  int submissions = 0;
};

struct ClassStats {
  int graded = 0;
  int failed = 0;
  int not_handed_in = 0;
  std::map<Verdict, int> verdicts;  // of graded submissions and of those that the grader failed on
  PointsStats points;
  std::vector<FunctionStats> functions;  // as ClassTable::functions
  std::vector<CaseStats> cases;          // as ClassTable::cases; graded submissions alone
  std::vector<MistakeStats> mistakes;    // the most frequent first
  int different = 0;                     // contents of what was handed in
};

ClassStats stats_of(const ClassTable& table);

/// The hint of a mistake, "" where there is none; of mistakes that a submission's cases do not tell apart,
/// `a or b`, those of all: `Either: … Or: …`.
std::string hint_of(const std::map<std::string, std::string>& hints, const std::string& mistake);

/// Other rows with the same work.
struct Alike {
  std::vector<std::string> names;  // of the first few other students
  int more = 0;                    // that are not named
};
/// `bob, cy and 12 more`, or "".
std::string to_text(const Alike& alike);

/// For each row those of the same bytes, and those that are equal but for spaces and comments.
struct Likeness {
  std::vector<Alike> same;
  std::vector<Alike> nearly;
};
Likeness likeness_of(const ClassTable& table);

}  // namespace grader

// What changed between two gradings of a class, and because of what.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/class/class_record.h"

namespace grader {

/// A case whose verdict or points changed.
struct CaseChange {
  std::string name;
  std::optional<Verdict> before;  // empty: there was no such case
  std::optional<Verdict> after;   // empty: there is none any more
  bool content = false;           // what the case asks is another
  std::string tolerance;          // `rtol 1e-10 → rtol 1e-9`, or "" where it is the same
};

/// A submission whose verdict, points or cases changed, or that is in one of the two gradings alone.
struct RecordChange {
  std::string id;
  std::string student;
  std::string verdict_before;  // `accepted`, …, `not_handed_in`; "" where there was no record
  std::string verdict_after;
  std::optional<double> points_before;
  std::optional<double> points_after;
  std::vector<CaseChange> cases;  // in the order of the new record, then those that are gone
  /// What differs between the two gradings of it, each a word or a setting's name: `case`, `tolerance`,
  /// `submission`, `grader`, `compiler`, `kit`, `exercise`, …; empty: nothing that is known.
  std::vector<std::string> causes;
};

struct ClassDiff {
  int same = 0;                       // records that are in both and did not change
  std::vector<RecordChange> changed;  // sorted by student, then by id
  std::map<std::string, int>
      causes;  // how many of `changed` name each; `none known` for those that name none
};

/// The difference of two records of one id; one of them may be nullptr, not both. Nothing where nothing
/// changed that a student would see: verdict, points, and verdict and points of each case.
std::optional<RecordChange> compare_records(const ClassRecord* before, const ClassRecord* after);

/// As compare_classes, for those who read records one pair after the other.
void add_comparison(ClassDiff& diff, const ClassRecord* before, const ClassRecord* after);
/// Puts what add_comparison added in order.
void finish(ClassDiff& diff);

/// Records belong together that have the same id.
ClassDiff compare_classes(const std::vector<ClassRecord>& before, const std::vector<ClassRecord>& after);

/// For people, on stdout: how many changed, because of what, then each with its cases; past `most`
/// submissions the others are counted.
std::string write_diff_text(const ClassDiff& diff, std::size_t most = 50);

/// regrade.csv, as the gradebook is written: student, verdict_before, verdict_after, points_before,
/// points_after, change, causes, cases, id.
std::string write_diff_csv(const ClassDiff& diff);

/// `wrong_answer → accepted (case)`: what happened to a case, and what is known of why.
std::string change_text(const CaseChange& change);

}  // namespace grader

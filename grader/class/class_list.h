// Who is in a class: what was found and the roster, brought together.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/class/find_submissions.h"
#include "grader/class/roster.h"

namespace grader {

struct ClassEntry {
  std::string id;                        // see class_id.h
  std::string student;                   // cleaned
  std::string file;                      // cleaned; "" where nothing was handed in
  std::optional<FoundSubmission> found;  // empty: on the roster alone
  std::map<std::string, std::string> roster;
  bool on_roster = false;
};

/// One entry a submission, in their order, then one for each student of the roster that has none. A
/// submission is a roster's student's where the names are the same to the byte.
std::vector<ClassEntry> list_class(const std::vector<FoundSubmission>& found,
                                   const std::vector<RosterRow>& roster);

/// Which part of a class one of several graders takes: `index` of `count`, from 1.
struct Shard {
  int index = 1;
  int count = 1;

  bool is_whole() const { return count == 1; }
};

/// The shard that an id falls to: the same on every machine, whoever else is in the class.
bool is_in(const Shard& shard, const std::string& id);

}  // namespace grader

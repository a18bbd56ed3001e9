#include "grader/class/class_list.h"

#include <cstddef>
#include <cstdint>
#include <set>

#include "grader/base/digest.h"
#include "grader/base/text.h"
#include "grader/class/class_id.h"

namespace grader {
namespace {

ClassEntry entry_of(const FoundSubmission& found, const std::map<std::string, const RosterRow*>& rows) {
  ClassEntry entry{.id = {},
                   .student = clean_line(found.student),
                   .file = clean_line(found.path),
                   .found = found,
                   .roster = {}};
  if (const auto row = rows.find(found.student); row != rows.end()) {
    entry.on_roster = true;
    entry.roster = row->second->columns;
  }
  return entry;
}

}  // namespace

std::vector<ClassEntry> list_class(const std::vector<FoundSubmission>& found,
                                   const std::vector<RosterRow>& roster) {
  std::map<std::string, const RosterRow*> rows;
  for (const RosterRow& row : roster) rows.emplace(row.student, &row);
  std::vector<ClassEntry> entries;
  std::vector<Named> names;
  std::set<std::string> handed_in;
  for (const FoundSubmission& one : found) {
    entries.push_back(entry_of(one, rows));
    names.push_back({.name = one.student, .origin = "file " + one.path});
    handed_in.insert(one.student);
  }
  for (const RosterRow& row : roster) {
    if (handed_in.contains(row.student)) continue;
    entries.push_back({.id = {},
                       .student = clean_line(row.student),
                       .file = {},
                       .found = {},
                       .roster = row.columns,
                       .on_roster = true});
    names.push_back({.name = row.student, .origin = "roster " + row.student});
  }
  const std::vector<std::string> ids = safe_ids(names);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].id = ids[i];
  return entries;
}

bool is_in(const Shard& shard, const std::string& id) {
  constexpr std::size_t kDigits = 15;  // 60 bits
  const std::uint64_t number = std::stoull(sha256(id).substr(0, kDigits), nullptr, 16);
  return number % static_cast<std::uint64_t>(shard.count) == static_cast<std::uint64_t>(shard.index - 1);
}

}  // namespace grader

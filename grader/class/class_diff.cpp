#include "grader/class/class_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

#include "grader/base/text.h"

namespace grader {
namespace {

std::string verdict_of(const ClassRecord* record) {
  if (record == nullptr) return "";
  if (record->state == ClassRecord::State::kNotHandedIn) return "not_handed_in";
  return std::string(to_string(record->verdict));
}

// Sums of doubles may differ in their last digits without anybody having done anything.
bool same_points(double a, double b) {
  constexpr double kNoise = 1e-9;
  return std::abs(a - b) <= kNoise;
}

bool same_points(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b ? same_points(*a, *b) : a.has_value() == b.has_value();
}

using Cases = std::map<std::string_view, const RecordedCase*>;

Cases cases_of(const ClassRecord* record) {
  Cases cases;
  if (record != nullptr)
    for (const RecordedCase& one : record->cases) cases.emplace(one.name, &one);
  return cases;
}

// A change of one case, or nothing where its verdict and points are the same. REQUIRES: one of the two.
std::optional<CaseChange> compare(const RecordedCase* before, const RecordedCase* after) {
  if (before != nullptr && after != nullptr && before->verdict == after->verdict &&
      same_points(before->points, after->points))
    return std::nullopt;
  CaseChange change;
  if (before != nullptr) {
    change.name = clean_line(before->name);
    change.before = before->verdict;
  }
  if (after != nullptr) {
    change.name = clean_line(after->name);
    change.after = after->verdict;
  }
  change.content = before == nullptr || after == nullptr || before->sha256 != after->sha256;
  if (before != nullptr && after != nullptr && before->tolerance != after->tolerance)
    change.tolerance = clean_line(before->tolerance + " → " + after->tolerance);
  return change;
}

std::vector<CaseChange> compare_cases(const ClassRecord* before, const ClassRecord* after) {
  const Cases old_cases = cases_of(before);
  const Cases new_cases = cases_of(after);
  std::vector<CaseChange> changes;
  const auto add = [&changes](const RecordedCase* one, const RecordedCase* other) {
    if (auto change = compare(one, other)) changes.push_back(std::move(*change));
  };
  if (after != nullptr) {
    for (const RecordedCase& one : after->cases) {
      const auto found = old_cases.find(one.name);
      add(found == old_cases.end() ? nullptr : found->second, &one);
    }
  }
  if (before != nullptr) {
    for (const RecordedCase& one : before->cases)
      if (!new_cases.contains(one.name)) add(&one, nullptr);
  }
  return changes;
}

// What a setting of the provenance speaks of, or "" where no verdict and no points hang on it. The cases are
// compared one by one; mistakes give hints alone.
std::string cause_of(const std::string& setting) {
  constexpr std::array<std::string_view, 6> kNothing{
      "module_from_cache", "timestamp", "shard", "host", "cases", "mistakes"};
  std::string_view cause = setting;
  for (const std::string_view ending : {"_sha256", "_key", "_version", "_flags"})
    if (cause.ends_with(ending)) cause.remove_suffix(ending.size());
  return std::find(kNothing.begin(), kNothing.end(), cause) == kNothing.end() ? clean_line(cause) : "";
}

std::set<std::string> changed_settings(const ClassRecord& before, const ClassRecord& after) {
  std::set<std::string> causes;
  if (before.submission_sha256 != after.submission_sha256) causes.insert("submission");
  const auto note = [&causes](const std::string& setting) { causes.insert(cause_of(setting)); };
  for (const auto& [setting, value] : before.provenance) {
    const auto found = after.provenance.find(setting);
    if (found == after.provenance.end() || found->second != value) note(setting);
  }
  for (const auto& [setting, value] : after.provenance)
    if (!before.provenance.contains(setting)) note(setting);
  causes.erase("");
  // The package's key is made of these.
  for (const char* part : {"compiler", "kit", "exercise"})
    if (causes.contains(part)) causes.erase("package");
  return causes;
}

// Whether any case of the two is another than it was, of those whose verdict did not change as well: points
// may be weighted anew.
void note_case_causes(const ClassRecord& before, const ClassRecord& after,
                      const std::vector<CaseChange>& changes, std::set<std::string>& causes) {
  for (const CaseChange& change : changes) {
    if (change.content) causes.insert("case");
    if (!change.tolerance.empty()) causes.insert("tolerance");
  }
  if (!changes.empty()) return;
  const Cases old_cases = cases_of(&before);
  for (const RecordedCase& one : after.cases) {
    const auto found = old_cases.find(one.name);
    if (found == old_cases.end() || found->second->sha256 != one.sha256) causes.insert("case");
  }
}

// What is nearest to the student first.
std::vector<std::string> in_order(std::set<std::string> causes) {
  std::vector<std::string> order;
  for (const char* word : {"case", "tolerance", "submission", "grader", "compiler", "kit"})
    if (causes.erase(word) > 0) order.emplace_back(word);
  order.insert(order.end(), causes.begin(), causes.end());
  return order;
}

}  // namespace

std::optional<RecordChange> compare_records(const ClassRecord* before, const ClassRecord* after) {
  const ClassRecord& known = after != nullptr ? *after : *before;
  RecordChange change;
  change.id = clean_line(known.id);
  change.student = clean_line(known.student);
  change.verdict_before = verdict_of(before);
  change.verdict_after = verdict_of(after);
  if (before != nullptr) change.points_before = before->points;
  if (after != nullptr) change.points_after = after->points;
  if (before == nullptr || after == nullptr) {
    change.causes = {before == nullptr ? "only in the new grading" : "only in the old grading"};
    return change;
  }
  change.cases = compare_cases(before, after);
  if (change.cases.empty() && change.verdict_before == change.verdict_after &&
      same_points(change.points_before, change.points_after))
    return std::nullopt;
  std::set<std::string> causes = changed_settings(*before, *after);
  note_case_causes(*before, *after, change.cases, causes);
  change.causes = in_order(std::move(causes));
  return change;
}

void add_comparison(ClassDiff& diff, const ClassRecord* before, const ClassRecord* after) {
  auto change = compare_records(before, after);
  if (!change) {
    ++diff.same;
    return;
  }
  for (const std::string& cause : change->causes) ++diff.causes[cause];
  if (change->causes.empty()) ++diff.causes["none known"];
  diff.changed.push_back(std::move(*change));
}

void finish(ClassDiff& diff) {
  std::sort(diff.changed.begin(), diff.changed.end(), [](const RecordChange& a, const RecordChange& b) {
    return std::tie(a.student, a.id) < std::tie(b.student, b.id);
  });
}

ClassDiff compare_classes(const std::vector<ClassRecord>& before, const std::vector<ClassRecord>& after) {
  std::map<std::string_view, std::pair<const ClassRecord*, const ClassRecord*>> pairs;
  for (const ClassRecord& record : before) pairs[record.id].first = &record;
  for (const ClassRecord& record : after) pairs[record.id].second = &record;
  ClassDiff diff;
  for (const auto& [id, pair] : pairs) add_comparison(diff, pair.first, pair.second);
  finish(diff);
  return diff;
}

}  // namespace grader

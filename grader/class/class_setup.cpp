#include "grader/class/class_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/cases/catalogue_loader.h"
#include "grader/class/find_submissions.h"
#include "grader/class/roster.h"
#include "grader/grade/mistakes.h"
#include "grader/judge/plan.h"

namespace grader {
namespace {

constexpr std::size_t kNamed = 5;  // of those that a note names

ResultOrErrors<std::vector<RosterRow>> load_roster(const ClassOptions& options) {
  if (options.roster.empty()) return std::vector<RosterRow>();
  const auto text = read_file(options.roster);
  if (!text) return tl::make_unexpected(Errors{text.error()});
  return read_roster(*text, options.roster.string(), options.roster_column);
}

ResultOrErrors<std::vector<ClassEntry>> load_class(const Package& package, const ClassOptions& options) {
  const auto roster = load_roster(options);
  if (!roster) return tl::make_unexpected(roster.error());
  const auto found = find_submissions(options.folder, {.submission_name = package.manifest.submission_name,
                                                       .pattern = options.pattern,
                                                       .leave_out = options.out});
  if (!found) return tl::make_unexpected(Errors{found.error()});
  return list_class(*found, *roster);
}

void note_roster(const ClassOptions& options, ClassSetup& setup) {
  std::vector<std::string> strangers;
  for (const ClassEntry& entry : setup.entries)
    if (!options.roster.empty() && !entry.on_roster) strangers.push_back("'" + entry.student + "'");
  if (strangers.empty()) return;
  const std::size_t count = strangers.size();
  strangers.resize(std::min(count, kNamed));
  setup.notes.push_back(fmt::format("{} {} not on the roster: {}{}", count,
                                    count == 1 ? "submission is" : "submissions are",
                                    fmt::join(strangers, ", "), count > kNamed ? ", …" : ""));
}

// Of the functions that have a case: a function without one is left out of every report.
double points_to_earn(const std::vector<Case>& cases, const Manifest& manifest) {
  std::set<int> functions;
  double points = 0;
  for (const Case& one : cases)
    if (functions.insert(one.function).second)
      points += manifest.functions.at(static_cast<std::size_t>(one.function)).points;
  return points;
}

void plan_runs(const Manifest& manifest, ClassSetup& setup) {
  std::vector<Request> requests;
  requests.reserve(setup.cases.size());
  for (const Case& one : setup.cases) requests.push_back(plan(one, manifest));
  setup.requests = std::make_shared<const std::vector<Request>>(std::move(requests));
  setup.digests = std::make_shared<const RequestDigests>(setup.requests);
}

void load_mistakes(const Package& package, ClassSetup& setup) {
  setup.mistakes =
      std::make_shared<const std::vector<KnownMistake>>(load_known_mistakes(package, setup.cases));
  for (const KnownMistake& one : *setup.mistakes) setup.hints[one.name] = one.hint;
}

}  // namespace

ResultOrErrors<ClassSetup> set_up_class(const Package& package, const ClassOptions& options) {
  ClassSetup setup;
  auto all = load_class(package, options);
  if (!all) return tl::make_unexpected(all.error());
  setup.all = std::move(*all);
  std::copy_if(setup.all.begin(), setup.all.end(), std::back_inserter(setup.entries),
               [&](const ClassEntry& entry) { return is_in(options.shard, entry.id); });
  note_roster(options, setup);
  const GradeOptions grading{
      .cases = options.cases, .only = options.only, .module = {}, .stop = {}, .sanitize = options.sanitize};
  auto cases = open_cases(package, grading);
  if (!cases) return tl::make_unexpected(cases.error());
  setup.cases = std::move(*cases);
  for (const Case& one : setup.cases) setup.facts.push_back(case_facts(one, package.manifest));
  setup.max_points = points_to_earn(setup.cases, package.manifest);
  auto provenance = class_provenance(package, setup.cases, grading);
  if (!provenance) return tl::make_unexpected(Errors{provenance.error()});
  setup.provenance = std::move(*provenance);
  load_mistakes(package, setup);
  plan_runs(package.manifest, setup);
  return setup;
}

ClassIndex index_of(const Package& package, const ClassOptions& options, const ClassSetup& setup) {
  ClassIndex index{.title = package.manifest.title,
                   .provenance = setup.provenance,
                   .hints = setup.hints,
                   .reports = linked_reports(options.reports),
                   .rows = {}};
  for (const ClassEntry& entry : setup.all)
    index.rows.push_back({.id = entry.id, .student = entry.student, .file = entry.file});
  return index;
}

ClassInfo info_of(const ClassIndex& index) {
  return {.title = index.title,
          .provenance = index.provenance,
          .reports = index.reports,
          .hints = index.hints,
          .regrade = {}};
}

}  // namespace grader

// The words of a ClassDiff: for people and as CSV.
#include <fmt/format.h>

#include <algorithm>

#include "grader/base/text.h"
#include "grader/class/class_diff.h"
#include "grader/report/format_text.h"
#include "grader/report/quote.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::string_view kNoneKnown = "none known";

std::string verdict_text(const std::optional<Verdict>& verdict, std::string_view missing) {
  return verdict ? std::string(to_string(*verdict)) : std::string(missing);
}

std::string points_or_none(const std::optional<double>& points) {
  return points ? points_text(*points) : "none";
}

std::string record_text(const RecordChange& change) {
  const auto or_missing = [](const std::string& verdict) { return verdict.empty() ? "no record" : verdict; };
  std::string text = fmt::format("{}: {} → {}, points {} → {}\n", quote_line(change.student),
                                 or_missing(change.verdict_before), or_missing(change.verdict_after),
                                 points_or_none(change.points_before), points_or_none(change.points_after));
  text += fmt::format("    because of: {}\n",
                      change.causes.empty() ? "nothing that is known"
                                            : quote_line(fmt::format("{}", fmt::join(change.causes, ", "))));
  constexpr std::size_t kMostCases = 10;
  for (std::size_t i = 0; i < std::min(change.cases.size(), kMostCases); ++i)
    text += fmt::format("    {}: {}\n", quote_line(change.cases[i].name),
                        quote_line(change_text(change.cases[i])));
  if (change.cases.size() > kMostCases)
    text += fmt::format("    and {} more cases\n", change.cases.size() - kMostCases);
  return text;
}

std::string field(const std::optional<double>& points) {
  return points ? points_text(*points) : "";
}

std::string row(const RecordChange& change) {
  std::string cases;
  for (const CaseChange& one : change.cases)
    cases += fmt::format("{}{}: {}", cases.empty() ? "" : "; ", one.name, change_text(one));
  const bool both = change.points_before && change.points_after;
  // A number of ours, so the minus is no formula.
  const std::string gain = both ? points_text(*change.points_after - *change.points_before) : "";
  const std::string causes =
      change.causes.empty() ? std::string(kNoneKnown) : fmt::format("{}", fmt::join(change.causes, ", "));
  return fmt::format("{},{},{},{},{},{},{},{},{}\r\n", csv_text(change.student), change.verdict_before,
                     change.verdict_after, field(change.points_before), field(change.points_after), gain,
                     csv_text(causes), csv_text(cases), csv_text(change.id));
}

}  // namespace

std::string change_text(const CaseChange& change) {
  std::string text = fmt::format("{} → {}", verdict_text(change.before, "no such case"),
                                 verdict_text(change.after, "no such case"));
  if (change.before && change.after && change.content) text += ", the case is another";
  if (!change.tolerance.empty()) text += fmt::format(", tolerance {}", change.tolerance);
  return text;
}

std::string write_diff_text(const ClassDiff& diff, std::size_t most) {
  std::string text = fmt::format("{} of {} submissions changed\n", diff.changed.size(),
                                 diff.changed.size() + static_cast<std::size_t>(diff.same));
  for (const auto& [cause, count] : diff.causes) text += fmt::format("  {}: {}\n", quote_line(cause), count);
  for (std::size_t i = 0; i < std::min(diff.changed.size(), most); ++i) text += record_text(diff.changed[i]);
  if (diff.changed.size() > most)
    text += fmt::format("and {} more; regrade.csv has all\n", diff.changed.size() - most);
  return text;
}

std::string write_diff_csv(const ClassDiff& diff) {
  std::string text =
      "student,verdict_before,verdict_after,points_before,points_after,change,causes,cases,id\r\n";
  for (const RecordChange& change : diff.changed) text += row(change);
  return text;
}

}  // namespace grader

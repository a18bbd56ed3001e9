#include "grader/class/class_summary_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/class/class_heat_map.h"
#include "grader/class/gradebook.h"
#include "grader/report/format_text.h"
#include "grader/report/html_page.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::string_view kStyle =
    ".skip{position:absolute;left:-99em}.skip:focus{position:static}\n"
    "table.f td.num{text-align:right}\n"
    ".bar{display:inline-block;height:.8em;background:#2563a8;border:1px solid #111}\n"
    ".cells{font-family:monospace;font-size:.75em;overflow-wrap:anywhere;max-width:38em}\n"
    "@media(prefers-color-scheme:dark){a{color:#8ab8f0}.bar{background:#8ab8f0;border-color:#eee}}\n";

// The head of a table: its caption and its columns.
std::string table_begin(std::string_view caption, std::initializer_list<std::string_view> columns) {
  std::string html = fmt::format("<table class=\"f\"><caption>{}</caption>\n<thead><tr>", caption);
  for (const std::string_view column : columns) html += fmt::format("<th scope=\"col\">{}</th>", column);
  return html + "</tr></thead>\n<tbody>\n";
}

constexpr std::string_view kTableEnd = "</tbody></table>\n";

// A bar beside the number that it draws; a screen reader has the number.
std::string bar_html(int count, int most) {
  constexpr double kWidestEm = 20;
  if (count <= 0 || most <= 0) return "";
  return fmt::format("<span class=\"bar\" aria-hidden=\"true\" style=\"width:{:.2f}em\"></span>",
                     kWidestEm * count / most);
}

std::string of_text(int count, int all) {
  if (all == 0) return "none";
  return fmt::format("{} of {} ({:.0f} %)", count, all, 100.0 * count / all);
}

std::string counts_html(const ClassTable& table, const ClassStats& stats) {
  const auto accepted = stats.verdicts.find(Verdict::kAccepted);
  std::string html = fmt::format(
      "<p id=\"counts\">{} rows: {} graded, {} of them accepted; {} could not be graded; {} not handed in. "
      "{} different texts were handed in.</p>\n",
      table.rows.size(), stats.graded, accepted == stats.verdicts.end() ? 0 : accepted->second, stats.failed,
      stats.not_handed_in, stats.different);
  html += table_begin("Verdicts", {"verdict", "submissions"});
  for (auto one = stats.verdicts.rbegin(); one != stats.verdicts.rend(); ++one)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td></tr>\n",
                        verdict_html(one->first), one->second);
  return html.append(kTableEnd);
}

std::string band_text(const PointsBand& band) {
  if (band.from == band.to) return fmt::format("all {}", points_text(band.to));
  return fmt::format("{} to below {}", points_text(band.from), points_text(band.to));
}

std::string points_html(const PointsStats& stats) {
  if (stats.count == 0) return "<p id=\"distribution\">No submission has points.</p>\n";
  std::string html = fmt::format(
      "<p id=\"distribution\">{} submissions have points: {} on average, median {}, from {} to {}, of "
      "{}.</p>\n",
      stats.count, points_text(stats.mean), points_text(stats.median), points_text(stats.lowest),
      points_text(stats.highest), points_text(stats.most));
  int most = 0;
  for (const PointsBand& band : stats.bands) most = std::max(most, band.count);
  html += table_begin("Submissions by points", {"points", "submissions", "share of the largest"});
  for (const PointsBand& band : stats.bands)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td>{}</td></tr>\n",
                        band_text(band), band.count, bar_html(band.count, most));
  return html.append(kTableEnd);
}

std::string functions_html(const ClassStats& stats) {
  std::string html = table_begin(
      "Functions", {"function", "submissions that have all of it", "cases passed", "mean points"});
  for (const FunctionStats& one : stats.functions)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{} of {}</td></tr>\n",
                        html_text(one.name), of_text(one.accepted, one.submissions),
                        of_text(one.passed, one.total), points_text(one.mean_points),
                        points_text(one.max_points));
  return html.append(kTableEnd);
}

std::string mistakes_html(const ClassInfo& info, const ClassStats& stats) {
  if (stats.mistakes.empty()) return "<p>No submission shows a known mistake.</p>\n";
  const int most = stats.mistakes.front().submissions;
  std::string html =
      table_begin("Known mistakes, the most frequent first",
                  {"mistake", "submissions", "share of the largest", "hint that students see"});
  for (const MistakeStats& one : stats.mistakes) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td>{}</td><td>{}</td></tr>\n",
                        html_text(one.name), one.submissions, bar_html(one.submissions, most),
                        html_text(hint_of(info.hints, one.name)));
  }
  return html.append(kTableEnd);
}

std::string cases_html(const ClassTable& table, const ClassStats& stats) {
  std::string html = table_begin("Cases, in the order of their files",
                                 {"case", "function", "points", "submissions that pass", "share"});
  for (std::size_t i = 0; i < table.cases.size(); ++i) {
    const CaseColumn& column = table.cases[i];
    const CaseStats& one = stats.cases[i];
    html += fmt::format(
        "<tr><th scope=\"row\">{}{}</th><td>{}</td><td class=\"num\">{}</td><td>{}</td><td>{}</td></tr>\n",
        html_text(column.name), column.hidden ? " (hidden)" : "", html_text(column.function),
        points_text(column.max_points), of_text(one.passed, one.total), bar_html(one.passed, one.total));
  }
  return html.append(kTableEnd);
}

std::string note_html(const ClassRow& row, const Alike& same, const Alike& nearly) {
  std::string note = html_text(cut_characters(reason_of(row), 200));
  const auto add = [&note](std::string_view label, const Alike& alike) {
    if (alike.names.empty()) return;
    note += fmt::format("{}{} {}", note.empty() ? "" : "; ", label, html_text(to_text(alike)));
  };
  add("the same file as", same);
  add("the same but for spaces and comments as", nearly);
  return note;
}

std::string row_html(const ClassInfo& info, const ClassRow& row, const Alike& same, const Alike& nearly) {
  const bool handed_in = row.state != ClassRecord::State::kNotHandedIn;
  std::string html =
      fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"num\">{}</td><td>{}</td><td>{}</td>",
                  student_html(row, info.reports), handed_in ? verdict_html(row.verdict) : "not handed in",
                  row.points ? points_text(*row.points) : "none",
                  html_text(fmt::format("{}", fmt::join(row.mistakes, "; "))), note_html(row, same, nearly));
  if (row.total == 0) return html + "<td></td></tr>\n";
  return html + fmt::format("<td class=\"cells\"><span role=\"img\" aria-label=\"{}\">{}</span></td></tr>\n",
                            cells_text(row), row.cells);
}

std::string submissions_html(const ClassInfo& info, const ClassTable& table, const Likeness& likeness) {
  constexpr std::size_t kSection = 250;
  std::string html;
  for (std::size_t begin = 0; begin < table.rows.size(); begin += kSection) {
    const std::size_t end = std::min(begin + kSection, table.rows.size());
    const std::string range =
        fmt::format("{} to {}", html_text(table.rows[begin].student), html_text(table.rows[end - 1].student));
    html += fmt::format("<details{}><summary>{}: {} rows</summary>\n", begin == 0 ? " open=\"open\"" : "",
                        range, end - begin);
    html += table_begin(range, {"student", "verdict", "points", "mistakes", "note", "cases"});
    for (std::size_t i = begin; i < end; ++i)
      html += row_html(info, table.rows[i], likeness.same[i], likeness.nearly[i]);
    html.append(kTableEnd) += "</details>\n";
  }
  return html;
}

std::string settings_html(const ClassInfo& info, const ClassTable& table) {
  std::string html = "<details><summary>What they were graded with</summary>\n" +
                     table_begin("Package, grader and compiler", {"what", "value", "records"});
  for (const auto& [name, value] : info.provenance)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td></td></tr>\n", html_text(name),
                        html_text(value));
  for (const auto& [name, setting] : table.settings) {
    for (const auto& [value, count] : setting.records)
      html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"num\">{}</td></tr>\n",
                          html_text(name), html_text(cut_characters(value, 200)), count);
    if (setting.others > 0)
      html +=
          fmt::format("<tr><th scope=\"row\">{}</th><td>other values</td><td class=\"num\">{}</td></tr>\n",
                      html_text(name), setting.others);
  }
  return html.append(kTableEnd) + "</details>\n";
}

std::string section(std::string_view id, std::string_view heading, const std::string& html) {
  return fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id,
                     heading, html);
}

std::string change_html(const RecordChange& change) {
  constexpr std::size_t kMostCases = 10;
  std::string cases;
  for (std::size_t i = 0; i < std::min(change.cases.size(), kMostCases); ++i)
    cases += fmt::format("{}{}: {}", cases.empty() ? "" : "; ", html_text(change.cases[i].name),
                         html_text(change_text(change.cases[i])));
  if (change.cases.size() > kMostCases) cases += fmt::format("; {} more", change.cases.size() - kMostCases);
  const auto of = [](const std::string& verdict, const std::optional<double>& points) {
    return fmt::format("{}, {}", verdict.empty() ? "no record" : html_text(verdict),
                       points ? points_text(*points) : "no points");
  };
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
      html_text(change.student), of(change.verdict_before, change.points_before),
      of(change.verdict_after, change.points_after),
      change.causes.empty() ? "none known" : html_text(fmt::format("{}", fmt::join(change.causes, ", "))),
      cases);
}

std::string regrade_html(const std::optional<ClassDiff>& diff) {
  if (!diff) return "";
  constexpr std::size_t kMostRows = 500;
  std::string html =
      fmt::format("<p id=\"regraded\">{} of {} submissions changed.</p>\n", diff->changed.size(),
                  diff->changed.size() + static_cast<std::size_t>(diff->same));
  if (diff->changed.empty()) return section("regrade", "Since the grading before", html);
  html += table_begin("Who changed, and what is known of why",
                      {"student", "before", "after", "because of", "cases"});
  for (std::size_t i = 0; i < std::min(diff->changed.size(), kMostRows); ++i)
    html += change_html(diff->changed[i]);
  html.append(kTableEnd);
  if (diff->changed.size() > kMostRows)
    html += fmt::format("<p>{} more are in regrade.csv.</p>\n", diff->changed.size() - kMostRows);
  return section("regrade", "Since the grading before", html);
}

constexpr std::string_view kNavigation =
    "<nav aria-label=\"Sections\"><a href=\"#points\">Points</a> · <a href=\"#functions\">Functions</a> · <a "
    "href=\"#mistakes\">Mistakes</a> · <a href=\"#cases\">Cases</a> · <a href=\"#heat\">Heat map</a> · <a "
    "href=\"#submissions\">Submissions</a></nav>\n";

}  // namespace

std::string write_summary_html(const ClassInfo& info, const ClassTable& table, const ClassStats& stats,
                               const Likeness& likeness) {
  const std::string title = info.title + ": summary of the class";
  std::string html = html_page_begin(title, std::string(kStyle) + std::string(heat_map_style()));
  html += "<a class=\"skip\" href=\"#main\">Skip to the results</a>\n";
  html += fmt::format("<header><h1>{}</h1></header>\n{}<main id=\"main\">\n", html_text(title), kNavigation);
  html += counts_html(table, stats);
  html += regrade_html(info.regrade);
  html += section("points", "Points", points_html(stats.points));
  html += section("functions", "Functions", functions_html(stats));
  html += section("mistakes", "Most frequent mistakes", mistakes_html(info, stats));
  html += section("cases", "Cases", cases_html(table, stats));
  html += section("heat", "Submission × case", heat_map_html(table, info.reports));
  html += section("submissions", "Submissions", submissions_html(info, table, likeness));
  html += settings_html(info, table) + "</main>\n";
  return html += html_page_end();
}

}  // namespace grader

#include "grader/class/class_heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "grader/report/format_text.h"
#include "grader/report/words.h"

namespace grader {
namespace {

constexpr std::size_t kMostCells = 40'000;
constexpr std::size_t kMostColumns = 400;

// One outcome of all cases, and who has it.
struct Outcome {
  std::string cells;
  std::vector<std::size_t> rows;
  std::ptrdiff_t passed = 0;
};

std::vector<Outcome> outcomes_of(const ClassTable& table) {
  std::map<std::string_view, std::size_t> numbers;
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::string& cells = table.rows[i].cells;
    if (table.rows[i].total == 0) continue;
    const auto [found, is_new] = numbers.emplace(cells, outcomes.size());
    if (is_new) outcomes.push_back({cells, {}, std::count(cells.begin(), cells.end(), '.')});
    outcomes[found->second].rows.push_back(i);
  }
  return outcomes;
}

// Leaves the outcomes that most submissions share, in the order in which they are shown.
void choose(std::vector<Outcome>& outcomes, std::size_t most) {
  std::sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) {
    return std::make_tuple(b.rows.size(), b.passed, std::cref(a.cells)) <
           std::make_tuple(a.rows.size(), a.passed, std::cref(b.cells));
  });
  if (outcomes.size() > most) outcomes.resize(most);
  std::sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) {
    return std::make_tuple(b.passed, b.rows.size(), std::cref(a.cells)) <
           std::make_tuple(a.passed, a.rows.size(), std::cref(b.cells));
  });
}

std::string_view css_class(char letter) {
  switch (letter) {
    case 'W':
    case 'S':
    case 'E':
      return "w";
    case 'R':
    case 'T':
    case 'M':
    case 'O':
      return "r";
    case 'C':
      return "c";
    case 'N':
      return "n";
    case 'V':
      return "v";
    case '!':
    case '?':
      return "i";
    default:
      return "";
  }
}

std::string cell_html(char letter) {
  if (letter == verdict_letter(Verdict::kAccepted)) return "<td>✓</td>";
  const std::string_view css = css_class(letter);
  if (css.empty()) return fmt::format("<td>{}</td>", letter);
  return fmt::format("<td class=\"{}\">{}</td>", css, letter);
}

std::string who_html(const ClassTable& table, const Outcome& outcome, std::string_view reports) {
  constexpr std::size_t kMostNames = 100;
  const std::size_t count = outcome.rows.size();
  if (count == 1) return student_html(table.rows[outcome.rows[0]], reports);
  std::string names;
  for (std::size_t i = 0; i < std::min(count, kMostNames); ++i)
    names += (i == 0 ? "" : ", ") + student_html(table.rows[outcome.rows[i]], reports);
  if (count > kMostNames) names += fmt::format(" and {} more", count - kMostNames);
  return fmt::format("<details><summary>{} submissions</summary>{}</details>", count, names);
}

std::string legend_html() {
  std::string html =
      "<table class=\"f\"><caption>The letters of a cell</caption><tr><th scope=\"col\">letter</th><th "
      "scope=\"col\">verdict</th></tr>\n";
  for (int i = kVerdictCount - 1; i >= 0; --i) {
    const auto verdict = static_cast<Verdict>(i);
    const char letter = verdict_letter(verdict);
    const bool accepted = verdict == Verdict::kAccepted;
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n",
                        accepted ? "✓" : std::string(1, letter), words(verdict));
  }
  html += fmt::format("<tr><th scope=\"row\">{}</th><td>the record has no such case</td></tr>\n", kNoCase);
  return "<details><summary>What the letters mean</summary>\n" + html + "</table>\n</details>\n";
}

std::string header_html(const ClassTable& table, std::size_t columns) {
  std::string html = "<thead><tr><th scope=\"col\">submissions</th>";
  for (std::size_t i = 0; i < columns; ++i)
    html += fmt::format("<th scope=\"col\" class=\"up\">{}{}</th>", html_text(table.cases[i].name),
                        table.cases[i].hidden ? " (hidden)" : "");
  return html + "</tr></thead>\n";
}

std::string left_out_text(const ClassTable& table, std::size_t outcomes, std::size_t shown,
                          std::size_t submissions, std::size_t columns) {
  std::string text;
  if (shown < outcomes)
    text += fmt::format(
        "<p>The {} outcomes that most submissions share are shown, of {}; {} submissions have one of the "
        "others. The list of submissions below and gradebook.csv have all.</p>\n",
        shown, outcomes, submissions);
  if (columns < table.cases.size())
    text += fmt::format("<p>The first {} of {} cases are shown; the list below has all.</p>\n", columns,
                        table.cases.size());
  return text;
}

}  // namespace

std::string student_html(const ClassRow& row, std::string_view reports) {
  std::string name = row.student.empty() ? "(no name)" : html_text(row.student);
  if (reports.empty() || row.state != ClassRecord::State::kGraded) return name;
  return fmt::format("<a href=\"{}/{}.html\">{}</a>", html_text(reports), html_text(row.id), name);
}

std::string cells_text(const ClassRow& row) {
  std::array<int, kVerdictCount> counts{};
  for (int i = 0; i < kVerdictCount; ++i)
    counts.at(static_cast<std::size_t>(i)) = static_cast<int>(
        std::count(row.cells.begin(), row.cells.end(), verdict_letter(static_cast<Verdict>(i))));
  std::string text = fmt::format("{} of {} passed", row.passed, row.total);
  for (int i = 0; i < kVerdictCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const int count = counts.at(static_cast<std::size_t>(i));
    if (count > 0 && verdict != Verdict::kAccepted) text += fmt::format(", {} {}", count, words(verdict));
  }
  return text;
}

std::string heat_map_html(const ClassTable& table, std::string_view reports) {
  std::vector<Outcome> outcomes = outcomes_of(table);
  if (outcomes.empty()) return "<p>No submission has cases.</p>\n";
  const std::size_t all = outcomes.size();
  const std::size_t columns = std::min(table.cases.size(), kMostColumns);
  choose(outcomes, kMostCells / columns);
  auto left_out = static_cast<std::size_t>(
      std::count_if(table.rows.begin(), table.rows.end(), [](const ClassRow& row) { return row.total > 0; }));
  std::string body;
  for (const Outcome& outcome : outcomes) {
    left_out -= outcome.rows.size();
    body += fmt::format("<tr><th scope=\"row\">{}</th>", who_html(table, outcome, reports));
    for (std::size_t i = 0; i < columns; ++i) body += cell_html(outcome.cells[i]);
    body += "</tr>\n";
  }
  return legend_html() + left_out_text(table, all, outcomes.size(), left_out, columns) +
         "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Heat map, scrolls\">\n<table "
         "class=\"heat\"><caption>Verdict of each case; submissions with equal rows share one</caption>\n" +
         header_html(table, columns) + "<tbody>\n" + body + "</tbody></table>\n</div>\n";
}

std::string_view heat_map_style() {
  return ".scroll{overflow:auto;max-height:85vh;border:1px solid #ccc;background:#fff;color:#111}\n"
         ".heat{border-collapse:separate;border-spacing:0;font-size:.8em}.heat caption{text-align:left}\n"
         ".heat td{text-align:center;min-width:1.3em;border:1px solid #e4e4e4;color:#595959}\n"
         ".heat th{font-weight:normal;text-align:left;background:#fff;padding:0 .4em}\n"
         ".heat thead th{position:sticky;top:0;vertical-align:bottom;border-bottom:2px solid #555}\n"
         ".heat tbody th{position:sticky;left:0;min-width:12em;max-width:18em;border-right:2px solid #555}\n"
         ".heat .up{writing-mode:vertical-rl;text-align:end;padding:.3em 0}.heat a{color:#1a4f8b}\n"
         ".heat details{border:0;margin:0;padding:0}\n"
         ".heat td[class]{color:#111}.heat .w{background:#f6bdb6}.heat .r{background:#f3d18b}.heat "
         ".c{background:#e2c4ee}\n"
         ".heat .n{background:#d5d5d5}.heat .v{background:#c4dcf5}.heat td.i{background:#222;color:#fff}\n";
}

}  // namespace grader

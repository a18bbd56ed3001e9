#include "grader/class/class_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace grader {
namespace {

using State = ClassRecord::State;

double median_of(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::vector<PointsBand> bands_of(const std::vector<double>& sorted, double most) {
  constexpr int kBands = 10;
  if (most <= 0) return {};
  std::vector<PointsBand> bands(kBands + 1, {most, most, 0});
  for (int i = 0; i < kBands; ++i)
    bands[static_cast<std::size_t>(i)] = {most * i / kBands, most * (i + 1) / kBands, 0};
  for (const double points : sorted) {
    // Sums of thirds and sevenths miss a border by less than this.
    const double share = points / most + 1e-9;
    const int band = static_cast<int>(std::clamp(share, 0.0, 1.0) * kBands);
    ++bands[static_cast<std::size_t>(band)].count;
  }
  return bands;
}

PointsStats points_stats(const ClassTable& table) {
  PointsStats stats;
  std::vector<double> sorted;
  for (const ClassRow& row : table.rows) {
    if (row.state != State::kGraded || !row.points) continue;
    sorted.push_back(*row.points);
    stats.most = std::max(stats.most, row.max_points);
  }
  if (sorted.empty()) return stats;
  std::sort(sorted.begin(), sorted.end());
  stats.count = static_cast<int>(sorted.size());
  stats.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / stats.count;
  stats.median = median_of(sorted);
  stats.lowest = sorted.front();
  stats.highest = sorted.back();
  stats.bands = bands_of(sorted, stats.most);
  return stats;
}

FunctionStats function_stats(const ClassTable& table, std::size_t column) {
  FunctionStats stats;
  stats.name = table.functions[column];
  double points = 0;
  int with_points = 0;
  for (const ClassRow& row : table.rows) {
    if (row.state != State::kGraded || !row.functions[column]) continue;
    const FunctionReport& one = *row.functions[column];
    ++stats.submissions;
    stats.max_points = std::max(stats.max_points, one.max_points);
    stats.accepted += one.verdict == Verdict::kAccepted ? 1 : 0;
    stats.passed += one.passed;
    stats.total += one.total;
    if (!row.points) continue;
    points += one.points;
    ++with_points;
  }
  if (with_points > 0) stats.mean_points = points / with_points;
  return stats;
}

std::vector<CaseStats> case_stats(const ClassTable& table) {
  std::vector<CaseStats> stats(table.cases.size());
  const char accepted = verdict_letter(Verdict::kAccepted);
  for (const ClassRow& row : table.rows) {
    if (row.state != State::kGraded) continue;
    for (std::size_t i = 0; i < stats.size(); ++i) {
      stats[i].passed += row.cells[i] == accepted ? 1 : 0;
      stats[i].total += row.cells[i] == kNoCase ? 0 : 1;
    }
  }
  return stats;
}

std::vector<MistakeStats> mistake_stats(const ClassTable& table) {
  std::map<std::string, int> counts;
  for (const ClassRow& row : table.rows)
    for (const std::string& mistake : row.mistakes) ++counts[mistake];
  std::vector<MistakeStats> stats;
  stats.reserve(counts.size());
  for (const auto& [name, count] : counts) stats.push_back({name, count});
  std::stable_sort(stats.begin(), stats.end(), [](const MistakeStats& a, const MistakeStats& b) {
    return a.submissions > b.submissions;
  });
  return stats;
}

// By the text apart from spaces and comments: the rows of each content.
using Contents = std::map<std::string, std::vector<std::size_t>>;
using Works = std::map<std::string, Contents>;

Works works_of(const ClassTable& table) {
  Works works;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const ClassRow& row = table.rows[i];
    if (row.submission_sha256.empty()) continue;
    // Where there is no normalised text, the content stands for itself.
    const std::string& work = row.normalised_sha256.empty() ? row.submission_sha256 : row.normalised_sha256;
    works[work][row.submission_sha256].push_back(i);
  }
  return works;
}

// Names the rows of `from` but `except`, up to the limit: the work does not grow with how many there are.
void add_names(Alike& alike, const ClassTable& table, const std::vector<std::size_t>& from,
               std::size_t except) {
  constexpr std::size_t kMostNames = 5;
  for (const std::size_t row : from) {
    if (alike.names.size() >= kMostNames) return;
    if (row != except) alike.names.push_back(table.rows[row].student);
  }
}

void note_row(const ClassTable& table, const Contents& contents, const std::vector<std::size_t>& same,
              std::size_t row, Alike& nearly) {
  for (const auto& [content, rows] : contents) {
    const std::size_t before = nearly.names.size();
    if (&rows != &same) add_names(nearly, table, rows, row);
    if (&rows != &same && nearly.names.size() == before) return;
  }
}

void note_work(const ClassTable& table, const Contents& contents, Likeness& likeness) {
  std::size_t all = 0;
  for (const auto& [content, rows] : contents) all += rows.size();
  for (const auto& [content, rows] : contents) {
    for (const std::size_t row : rows) {
      Alike& same = likeness.same[row];
      Alike& nearly = likeness.nearly[row];
      add_names(same, table, rows, row);
      note_row(table, contents, rows, row, nearly);
      same.more = static_cast<int>(rows.size() - 1 - same.names.size());
      nearly.more = static_cast<int>(all - rows.size() - nearly.names.size());
    }
  }
}

}  // namespace

ClassStats stats_of(const ClassTable& table) {
  ClassStats stats;
  std::set<std::string> contents;
  for (const ClassRow& row : table.rows) {
    stats.graded += row.state == State::kGraded ? 1 : 0;
    stats.failed += row.state == State::kFailed ? 1 : 0;
    stats.not_handed_in += row.state == State::kNotHandedIn ? 1 : 0;
    if (row.state != State::kNotHandedIn) ++stats.verdicts[row.verdict];
    if (!row.submission_sha256.empty()) contents.insert(row.submission_sha256);
  }
  stats.different = static_cast<int>(contents.size());
  stats.points = points_stats(table);
  for (std::size_t i = 0; i < table.functions.size(); ++i)
    stats.functions.push_back(function_stats(table, i));
  stats.cases = case_stats(table);
  stats.mistakes = mistake_stats(table);
  return stats;
}

std::string hint_of(const std::map<std::string, std::string>& hints, const std::string& mistake) {
  constexpr std::string_view kOr = " or ";
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin != std::string::npos;) {
    const std::size_t end = mistake.find(kOr, begin);
    const auto hint = hints.find(mistake.substr(begin, end == std::string::npos ? end : end - begin));
    if (hint != hints.end() && std::find(found.begin(), found.end(), hint->second) == found.end())
      found.push_back(hint->second);
    begin = end == std::string::npos ? end : end + kOr.size();
  }
  return fmt::format("{}{}", found.size() > 1 ? "Either: " : "", fmt::join(found, " Or: "));
}

std::string to_text(const Alike& alike) {
  if (alike.more == 0) return fmt::format("{}", fmt::join(alike.names, ", "));
  return fmt::format("{} and {} more", fmt::join(alike.names, ", "), alike.more);
}

Likeness likeness_of(const ClassTable& table) {
  Likeness likeness{std::vector<Alike>(table.rows.size()), std::vector<Alike>(table.rows.size())};
  for (const auto& [work, contents] : works_of(table)) note_work(table, contents, likeness);
  return likeness;
}

}  // namespace grader

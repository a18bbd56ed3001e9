#include "grader/class/class_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "grader/base/text.h"

namespace grader {
namespace {

// In the order of the verdicts.
constexpr std::string_view kLetters = "?C!OTMRSEWNV.";
static_assert(kLetters.size() == kVerdictCount);

// An unambiguous text of what a record's columns are.
std::string layout_key(const ClassRecord& record) {
  std::string key;
  const auto add = [&key](std::string_view text) { key += fmt::format("{}:{}", text.size(), text); };
  for (const RecordedCase& one : record.cases) {
    add(one.name);
    add(one.function);
    add(fmt::format("{}{}", one.hidden ? 'h' : 'p', finite(one.max_points)));
  }
  key += '/';
  for (const FunctionReport& one : record.functions) add(one.name);
  return key;
}

std::vector<std::string> mistakes_of(const ClassRecord& record) {
  std::set<std::string> mistakes;
  for (const RecordedCase& one : record.cases)
    if (!one.mistake.empty()) mistakes.insert(clean_line(one.mistake));
  return {mistakes.begin(), mistakes.end()};
}

std::optional<double> points_of(const ClassRecord& record) {
  if (!record.points || !std::isfinite(*record.points) || record.state == ClassRecord::State::kFailed)
    return std::nullopt;
  return record.points;
}

ClassRow row_of(const ClassRecord& record) {
  ClassRow row;
  row.state = record.state;
  row.id = clean_line(record.id);
  row.student = clean_line(record.student);
  row.file = clean_line(record.file);
  for (const auto& [name, value] : record.roster) row.roster[clean_line(name)] = clean_line(value);
  row.reason = clean_line(record.reason);
  row.verdict = record.verdict;
  row.message = clean_line(record.message);
  row.points = points_of(record);
  row.max_points = finite(record.max_points);
  row.mistakes = mistakes_of(record);
  row.submission_sha256 = clean_line(record.submission_sha256);
  row.normalised_sha256 = clean_line(record.normalised_sha256);
  row.duration_ms = record.duration_ms;
  row.total = static_cast<int>(record.cases.size());
  for (const RecordedCase& one : record.cases) {
    row.cells += verdict_letter(one.verdict);
    row.passed += one.verdict == Verdict::kAccepted ? 1 : 0;
  }
  for (FunctionReport function : record.functions) {
    function.points = finite(function.points);
    function.max_points = finite(function.max_points);
    function.name.clear();  // the column has it
    row.functions.emplace_back(std::move(function));
  }
  return row;
}

template <class Key>
std::size_t number_of(std::map<Key, std::size_t>& numbers, const Key& key) {
  return numbers.emplace(key, numbers.size()).first->second;
}

// Where the cases and the functions of a layout stand in the table.
struct Places {
  bool known = false;
  std::vector<std::size_t> cases;
  std::vector<std::size_t> functions;
};

void fit(ClassRow& row, const Places& places, const ClassTable& table) {
  std::string cells(table.cases.size(), kNoCase);
  for (std::size_t i = 0; i < places.cases.size(); ++i) cells[places.cases[i]] = row.cells[i];
  std::vector<std::optional<FunctionReport>> functions(table.functions.size());
  for (std::size_t i = 0; i < places.functions.size(); ++i)
    functions[places.functions[i]] = std::move(row.functions[i]);
  row.cells = std::move(cells);
  row.functions = std::move(functions);
}

Setting setting_of(const std::map<std::string, int>& values) {
  constexpr std::size_t kMostValues = 8;
  Setting setting;
  if (values.size() <= kMostValues) {
    setting.records = values;
    return setting;
  }
  for (const auto& [value, count] : values) setting.others += count;
  return setting;
}

}  // namespace

char verdict_letter(Verdict verdict) {
  return kLetters.at(static_cast<std::size_t>(verdict));
}

std::size_t ClassTableBuilder::layout_of(const ClassRecord& record) {
  const auto [found, is_new] = layout_numbers_.emplace(layout_key(record), layouts_.size());
  if (is_new) {
    Layout layout;
    for (const RecordedCase& one : record.cases)
      layout.cases.push_back(
          {clean_line(one.name), clean_line(one.function), one.hidden, finite(one.max_points)});
    for (const FunctionReport& one : record.functions) layout.functions.push_back(clean_line(one.name));
    layouts_.push_back(std::move(layout));
  }
  return found->second;
}

void ClassTableBuilder::count_settings(const ClassRecord& record) {
  for (const auto& [name, value] : record.provenance) ++settings_[clean_line(name)][clean_line(value)];
}

void ClassTableBuilder::add(const ClassRecord& record) {
  raw_.push_back({row_of(record), layout_of(record)});
  count_settings(record);
}

ClassTable ClassTableBuilder::take() {
  std::sort(raw_.begin(), raw_.end(), [](const Raw& a, const Raw& b) {
    return std::tie(a.row.student, a.row.id) < std::tie(b.row.student, b.row.id);
  });
  ClassTable table;
  std::vector<Places> places(layouts_.size());
  std::map<std::pair<std::string, std::string>, std::size_t> cases;
  std::map<std::string, std::size_t> functions;
  for (const Raw& raw : raw_) {
    Places& place = places[raw.layout];
    if (std::exchange(place.known, true)) continue;
    for (const CaseColumn& one : layouts_[raw.layout].cases) {
      place.cases.push_back(number_of(cases, {one.name, one.function}));
      if (cases.size() > table.cases.size()) table.cases.push_back(one);
    }
    for (const std::string& one : layouts_[raw.layout].functions) {
      place.functions.push_back(number_of(functions, one));
      if (functions.size() > table.functions.size()) table.functions.push_back(one);
    }
  }
  std::set<std::string> roster;
  for (Raw& raw : raw_) {
    fit(raw.row, places[raw.layout], table);
    for (const auto& [name, value] : raw.row.roster) roster.insert(name);
    table.rows.push_back(std::move(raw.row));
  }
  table.roster.assign(roster.begin(), roster.end());
  for (const auto& [name, values] : settings_) table.settings.emplace(name, setting_of(values));
  *this = ClassTableBuilder();
  return table;
}

}  // namespace grader

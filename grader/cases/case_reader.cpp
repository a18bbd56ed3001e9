#include "grader/cases/case_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/base/text.h"
#include "grader/cases/call_reader.h"
#include "grader/cases/property_rules.h"
#include "grader/cases/yaml_map.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::size_t kMaxSteps = 16;
constexpr std::size_t kMaxNameBytes = 80;
constexpr std::int64_t kMaxTimeLimitMs = 600'000;

bool is_case_name(std::string_view name) {
  const auto may_stand = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kMaxNameBytes && name[0] >= 'a' && name[0] <= 'z' &&
         std::all_of(name.begin(), name.end(), may_stand);
}

class CaseReader {
 public:
  CaseReader(const Manifest& manifest, int function, bool hidden, YamlErrors& errors, NumberBudget& budget)
      : manifest_(manifest), function_(function), hidden_(hidden), errors_(errors), budget_(budget) {}

  Case read(const YamlNode& node) {
    Case a_case;
    a_case.function = function_;
    a_case.hidden = hidden_;
    a_case.place = errors_.place(node);
    YamlMap map(node, "a case", errors_);
    if (!map.is_map()) return a_case;
    read_name(map, a_case);
    if (const YamlNode* why = map.find("why")) a_case.why = read_text(*why, errors_).value_or("");
    read_kind(map, a_case);
    read_points(map, a_case);
    read_time_limit(map, a_case);
    map.finish();
    return a_case;
  }

 private:
  const Function& function() const { return manifest_.functions[static_cast<std::size_t>(function_)]; }

  void read_name(YamlMap& map, Case& a_case) {
    const YamlNode* node = map.need("name");
    const std::optional<std::string> name = node == nullptr ? std::nullopt : read_text(*node, errors_);
    if (!name) return;
    a_case.name = *name;
    if (!is_case_name(*name))
      errors_.add(*node,
                  fmt::format("'{}' is no case name: use a-z, 0-9, '_' and '-', a letter first, at most {}",
                              cut_text(clean_line(*name), 60), kMaxNameBytes));
    const auto [first, is_new] = lines_of_names_.emplace(*name, node->line);
    if (!is_new)
      errors_.add(*node, fmt::format("case name '{}' is used twice, first in line {}", *name, first->second));
  }

  void read_points(YamlMap& map, Case& a_case) {
    const YamlNode* node = map.find("points");
    const std::optional<double> points = node == nullptr ? std::nullopt : read_double(*node, errors_);
    if (!points) return;
    a_case.points = *points;
    if (!std::isfinite(*points) || *points < 0)
      errors_.add(*node, fmt::format("expected points from 0, found '{}'", node->text));
  }

  void read_time_limit(YamlMap& map, Case& a_case) {
    const YamlNode* node = map.find("time_limit_ms");
    if (node == nullptr) return;
    if (const auto limit = read_int(*node, 1, kMaxTimeLimitMs, errors_))
      a_case.time_limit = std::chrono::milliseconds(*limit);
  }

  // `sequence` and `property` change what else a case has; all keys are asked for, so that finish() knows
  // them.
  void read_kind(YamlMap& map, Case& a_case) {
    const YamlNode* sequence = map.find("sequence");
    const YamlNode* property = map.find("property");
    if (map.has("sequence")) {
      a_case.kind = CaseKind::kSequence;
      refuse_beside("sequence", {"args", "expect", "throws", "tolerance", "property"}, map);
      if (sequence != nullptr) read_sequence(*sequence, a_case);
    } else if (map.has("property")) {
      refuse_beside("property", {"expect", "throws", "tolerance"}, map);
      if (property != nullptr) read_property(*property, map, a_case);
    } else {
      read_single(map, a_case);
    }
  }

  void refuse_beside(std::string_view key, std::initializer_list<std::string_view> others, YamlMap& map) {
    for (const std::string_view other : others) {
      map.know(other);
      if (map.has(other))
        errors_.add(map.key_node(other),
                    fmt::format("a case with '{}' has no '{}': leave one out", key, other));
    }
  }

  void read_single(YamlMap& map, Case& a_case) {
    CallReading call = read_call(map, manifest_, function(), Ending::kOwn, errors_, budget_);
    a_case.kind = call.step.throws.empty() ? CaseKind::kValues : CaseKind::kThrows;
    a_case.steps.push_back(std::move(call.step));
  }

  void read_sequence(const YamlNode& node, Case& a_case) {
    if (!node.is(YamlNode::Kind::kList)) return expected("a list of calls", node, errors_);
    if (node.items.size() < 2 || node.items.size() > kMaxSteps)
      errors_.add(node, fmt::format("a sequence has 2 to {} calls, found {}", kMaxSteps, node.items.size()));
    for (const YamlNode& item : node.items) {
      YamlMap call(item, "a call", errors_);
      if (!call.is_map()) continue;
      a_case.steps.push_back(read_call(call, manifest_, function(), Ending::kOwn, errors_, budget_).step);
      call.finish();
    }
  }

  void read_property(const YamlNode& node, YamlMap& map, Case& a_case) {
    const std::optional<CaseKind> kind = read_property_name(node, errors_);
    const bool needs_call = kind != CaseKind::kVectorised;
    if (!needs_call) refuse_beside("property: vectorised", {"args"}, map);
    CallReading call;
    if (needs_call) call = read_call(map, manifest_, function(), Ending::kProperty, errors_, budget_);
    if (!kind) return;
    a_case.kind = *kind;
    if (std::string fault = property_fault(*kind, manifest_, function_, call.sizes); !fault.empty())
      errors_.add(node, std::move(fault));
    if (!needs_call) return;
    call.step.tolerance = function().tolerance;
    a_case.steps.push_back(std::move(call.step));
  }

  const Manifest& manifest_;
  int function_;
  bool hidden_;
  YamlErrors& errors_;
  NumberBudget& budget_;
  std::map<std::string, int> lines_of_names_;
};

std::optional<int> read_function(YamlMap& map, const Manifest& manifest, YamlErrors& errors) {
  const YamlNode* node = map.need("function");
  const std::optional<std::string> name = node == nullptr ? std::nullopt : read_text(*node, errors);
  if (!name) return std::nullopt;
  const int index = manifest.function_index(*name);
  if (index >= 0) return index;
  std::vector<std::string> known;
  for (const Function& function : manifest.functions) known.push_back(function.name);
  errors.add(*node, fmt::format("unknown function '{}': the manifest has {}", cut_text(clean_line(*name), 60),
                                fmt::join(known, ", ")));
  return std::nullopt;
}

}  // namespace

std::vector<Case> read_cases(const YamlNode& root, const Manifest& manifest, bool hidden, YamlErrors& errors,
                             NumberBudget& budget) {
  YamlMap map(root, "a case file", errors);
  const std::optional<int> function = read_function(map, manifest, errors);
  const YamlNode* list = map.need("cases");
  map.finish();
  if (list == nullptr || !function) return {};
  if (!list->is(YamlNode::Kind::kList)) {
    expected("a list of cases", *list, errors);
    return {};
  }
  if (list->items.empty()) errors.add(*list, "the list of cases is empty");
  CaseReader reader(manifest, *function, hidden, errors, budget);
  std::vector<Case> cases;
  cases.reserve(list->items.size());
  for (const YamlNode& item : list->items) cases.push_back(reader.read(item));
  return cases;
}

}  // namespace grader

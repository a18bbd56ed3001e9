#include "grader/cases/property_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "grader/base/text.h"
#include "grader/cases/yaml_values.h"

namespace grader {
namespace {

constexpr std::array kProperties{CaseKind::kRoundTrip,         CaseKind::kCausal,
                                 CaseKind::kBatchIndependent,  CaseKind::kRepeatable,
                                 CaseKind::kLeavesInputsAlone, CaseKind::kVectorised};

bool has_axis(const Axes& axes, const std::string& letter) {
  return std::find(axes.begin(), axes.end(), letter) != axes.end();
}

bool takes_and_gives(const Function& function, const std::string& letter) {
  const auto takes = [&](const Argument& argument) { return has_axis(argument.axes, letter); };
  return has_axis(function.result_axes, letter) &&
         std::any_of(function.arguments.begin(), function.arguments.end(), takes);
}

std::string along_fault(std::string_view property, std::string_view role, const std::string& letter,
                        const Function& function, const std::map<std::string, std::int64_t>& sizes) {
  if (letter.empty()) return fmt::format("the manifest names no {} letter under 'properties'", role);
  if (!takes_and_gives(function, letter))
    return fmt::format("{} has no argument and result with the axis {}", function.name, letter);
  const auto size = sizes.find(letter);
  if (size == sizes.end() || size->second > 1) return "";
  return fmt::format("{} = {} shows nothing of '{}': give at least 2", letter, size->second, property);
}

std::string round_trip_fault(const Manifest& manifest, int function) {
  if (manifest.inverse_index(function) >= 0) return "";
  return fmt::format("the manifest names no function as 'inverse_of: {}'",
                     manifest.functions[static_cast<std::size_t>(function)].name);
}

}  // namespace

std::optional<CaseKind> read_property_name(const YamlNode& node, YamlErrors& errors) {
  const std::optional<std::string> name = read_text(node, errors);
  if (!name) return std::nullopt;
  std::vector<std::string> known;
  for (const CaseKind kind : kProperties) {
    if (to_string(kind) == *name) return kind;
    known.emplace_back(to_string(kind));
  }
  const std::string likely = closest_name(*name, known);
  const std::string advice = likely.empty() ? fmt::format("known are {}", fmt::join(known, ", "))
                                            : fmt::format("did you mean '{}'?", likely);
  errors.add(node, fmt::format("unknown property '{}': {}", cut_text(clean_line(*name), 60), advice));
  return std::nullopt;
}

std::string property_fault(CaseKind property, const Manifest& manifest, int function,
                           const std::map<std::string, std::int64_t>& sizes) {
  const Function& called = manifest.functions[static_cast<std::size_t>(function)];
  switch (property) {
    case CaseKind::kRoundTrip:
      return round_trip_fault(manifest, function);
    case CaseKind::kCausal:
      return along_fault("causal", "sequence", manifest.sequence_letter, called, sizes);
    case CaseKind::kBatchIndependent:
      return along_fault("batch_independent", "batch", manifest.batch_letter, called, sizes);
    case CaseKind::kVectorised:
      return called.vectorised
                 ? ""
                 : fmt::format("the manifest's rule 'vectorised' does not list {}", called.name);
    default:
      return "";
  }
}

}  // namespace grader

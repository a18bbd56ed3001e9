#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "grader/base/text.h"
#include "grader/compile/explain.h"
#include "grader/compile/source_scan.h"
#include "grader/compile/unit.h"

namespace grader {
namespace {

std::string shown(std::string_view text) {
  return cut_text(clean_line(text), 120);
}

std::string asked_for(const Manifest& manifest, const Function& function) {
  if (manifest.cpp_namespace.empty()) return fmt::format("write '{}'", signature_text(function));
  return fmt::format("write '{}' in namespace '{}'", signature_text(function), manifest.cpp_namespace);
}

std::string place_name(const std::string& scope) {
  return scope.empty() ? "outside of every namespace" : fmt::format("in '{}'", shown(scope));
}

// What is amiss with a definition of the asked name.
std::string amiss(const Manifest& manifest, const FoundFunction& found) {
  if (found.in_class) return fmt::format("line {} defines it inside of '{}'", found.line, shown(found.scope));
  if (found.scope != manifest.cpp_namespace)
    return fmt::format("line {} defines it {}", found.line, place_name(found.scope));
  if (found.is_template) return fmt::format("line {} defines a template", found.line);
  return fmt::format("line {} has '{}({})'", found.line, found.name, shown(found.parameters));
}

const FoundFunction* named(const std::vector<FoundFunction>& found, const std::string& name) {
  const auto at =
      std::find_if(found.begin(), found.end(), [&](const FoundFunction& f) { return f.name == name; });
  return at == found.end() ? nullptr : &*at;
}

// A function that looks like a slip of `name`, and is none of those that are asked for.
const FoundFunction* similar(const Manifest& manifest, const std::vector<FoundFunction>& found,
                             const std::string& name) {
  std::vector<std::string> names;
  for (const FoundFunction& f : found)
    if (manifest.function_index(f.name) < 0) names.push_back(f.name);
  const std::string closest = closest_name(name, names);
  return closest.empty() ? nullptr : named(found, closest);
}

std::string list_of(const Manifest& manifest, const std::vector<int>& functions) {
  std::string names;
  for (const int index : functions)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ",
                         manifest.functions[static_cast<std::size_t>(index)].name);
  return names;
}

}  // namespace

Explanation explain_missing(const Manifest& manifest, std::string_view text,
                            const std::vector<int>& missing) {
  const std::vector<FoundFunction> found = find_functions(text);
  const Function& first = manifest.functions[static_cast<std::size_t>(missing.front())];
  const std::string wanted = asked_for(manifest, first);
  if (const FoundFunction* there = named(found, first.name))
    return {
        fmt::format("'{}' is not the function that is asked for: {}", first.name, amiss(manifest, *there)),
        wanted};
  if (const FoundFunction* there = similar(manifest, found, first.name))
    return {fmt::format("'{}' is missing; line {} defines '{}'", first.name, there->line, shown(there->name)),
            wanted};
  if (missing.size() == 1) return {fmt::format("'{}' is missing", first.name), wanted};
  return {fmt::format("{} are missing", list_of(manifest, missing)), wanted + ", and so on"};
}

}  // namespace grader

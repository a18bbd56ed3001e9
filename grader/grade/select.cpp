#include "grader/grade/select.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/base/text.h"

namespace grader {
namespace {

std::string near_text(std::string_view pattern, const std::vector<Case>& cases) {
  std::vector<std::string> names;
  names.reserve(cases.size());
  for (const Case& a_case : cases) names.push_back(a_case.name);
  const std::string near = closest_name(pattern, names);
  return near.empty() ? "'--list' names them all" : fmt::format("did you mean '{}'", near);
}

}  // namespace

// Two pointers and one way back: linear in practice, and no pattern makes it exponential.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                     [](char c) { return c == '*'; });
}

Result<std::vector<Case>> select_cases(std::vector<Case> cases, const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const bool fits =
        std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return matches(pattern, c.name); });
    if (!fits) return fail(fmt::format("no case is named '{}'; {}", pattern, near_text(pattern, cases)));
  }
  if (patterns.empty()) return cases;
  std::erase_if(cases, [&](const Case& a_case) {
    return std::none_of(patterns.begin(), patterns.end(),
                        [&](const auto& p) { return matches(p, a_case.name); });
  });
  return cases;
}

}  // namespace grader

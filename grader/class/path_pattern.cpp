#include "grader/class/path_pattern.h"

#include <fmt/format.h>

#include "grader/base/text.h"
#include "grader/grade/select.h"

namespace grader {
namespace {

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t slash = text.find('/');
    parts.emplace_back(text.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    text.remove_prefix(slash + 1);
  }
}

}  // namespace

Result<PathPattern> PathPattern::parse(std::string_view text) {
  PathPattern pattern;
  pattern.parts_ = parts_of(text);
  for (const std::string& part : pattern.parts_)
    if (part.empty() || part == "." || part == "..")
      return fail(
          fmt::format("--pattern '{}' is no path below the class's folder, expected one like "
                      "'*/solution.h'",
                      clean_line(text)));
  for (; pattern.named_ < pattern.parts_.size(); ++pattern.named_)
    if (pattern.parts_[pattern.named_].find('*') != std::string::npos) return pattern;
  return fail(
      fmt::format("--pattern '{}' has no '*', expected one where the student's name stands, as in "
                  "'*/solution.h'",
                  clean_line(text)));
}

std::optional<std::string> PathPattern::fit(std::size_t part, std::string_view name) const {
  const std::string_view pattern = parts_.at(part);
  if (part != named_) return matches(pattern, name) ? std::optional<std::string>("") : std::nullopt;
  const std::size_t star = pattern.find('*');
  if (name.size() <= star || !matches(pattern.substr(0, star), name.substr(0, star))) return std::nullopt;
  for (std::size_t end = star + 1; end <= name.size(); ++end)
    if (matches(pattern.substr(star + 1), name.substr(end)))
      return std::string(name.substr(star, end - star));
  return std::nullopt;
}

}  // namespace grader

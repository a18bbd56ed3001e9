#include "grader/cases/text_map.h"

#include <algorithm>
#include <iterator>

namespace grader {

TextMap::TextMap(std::string_view text, const std::vector<NumberList>& lists)
    : size_(text.size()), line_starts_{0} {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    line_starts_.push_back(at + 1);
  std::size_t removed = 0;
  for (const NumberList& list : lists) {
    const std::size_t begin = list.begin.at + 1 - removed;
    removed += list.end.at - list.begin.at - 2;
    cuts_.push_back({begin, removed});
  }
}

TextPosition TextMap::position(std::size_t cut_at) const {
  const auto after = std::upper_bound(cuts_.begin(), cuts_.end(), cut_at,
                                      [](std::size_t at, const Cut& cut) { return at < cut.at; });
  const std::size_t removed = after == cuts_.begin() ? 0 : std::prev(after)->removed;
  const std::size_t at = std::min(cut_at + removed, size_);
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), at);
  const std::size_t line_start = *std::prev(next);
  return {at, static_cast<int>(next - line_starts_.begin()), static_cast<int>(at - line_start) + 1};
}

std::string without_insides(std::string_view text, const std::vector<NumberList>& lists) {
  std::string cut;
  std::size_t from = 0;
  for (const NumberList& list : lists) {
    cut += text.substr(from, list.begin.at + 1 - from);
    from = list.end.at - 1;
  }
  return cut += text.substr(from);
}

}  // namespace grader

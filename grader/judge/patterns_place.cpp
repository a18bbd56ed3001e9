// Patterns that say where the wrong numbers are.
#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/compare.h"
#include "grader/judge/letters.h"
#include "grader/judge/pattern_tools.h"

namespace grader {
namespace {

constexpr std::size_t kMaxListed = 6;

// 0, 1, 2, 5 as "0 to 2, 5".
std::string ranges_text(const std::vector<std::int64_t>& positions) {
  std::string text;
  for (std::size_t begin = 0; begin < positions.size();) {
    std::size_t end = begin;
    while (end + 1 < positions.size() && positions[end + 1] == positions[end] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += fmt::format("{}", positions[begin]);
    if (end > begin) text += fmt::format("{}{}", end == begin + 1 ? ", " : " to ", positions[end]);
    begin = end + 1;
  }
  return text;
}

std::string of_every(const Wrong& wrong, std::size_t axis) {
  if (wrong.nouns[axis].find(" of ") != std::string::npos) return "";
  const bool batch = axis > 0 && !wrong.nouns[0].empty() && wrong.expected.shape[0] > 1;
  return batch ? " of every " + wrong.nouns[0] : "";
}

// "the first token of every text", for a position that stands alone.
std::string one_position(const Wrong& wrong, std::size_t axis, std::int64_t position) {
  const std::string& noun = wrong.nouns[axis];
  const std::int64_t last = wrong.expected.shape[axis] - 1;
  if (position == 0) return fmt::format("the first {}{}", noun, of_every(wrong, axis));
  if (position == last) return fmt::format("the last {}{}", noun, of_every(wrong, axis));
  return noun_at(noun, fmt::format("{}", position)) + of_every(wrong, axis);
}

std::string along_axis(const Wrong& wrong, std::size_t axis, const std::vector<bool>& right) {
  const Along along = count_along(wrong.expected.shape, axis, [&](std::size_t i) { return right[i]; });
  std::vector<std::int64_t> good;
  std::vector<std::int64_t> bad;
  for (std::size_t i = 0; i < along.hits.size(); ++i)
    (along.hits[i] == along.each ? good : bad).push_back(static_cast<std::int64_t>(i));
  if (good.empty() || bad.empty()) return "";
  if (bad.size() == 1 && good.size() > 1)
    return fmt::format("only {} is wrong", one_position(wrong, axis, bad[0]));
  if (good.size() == 1) return fmt::format("only {} is right", one_position(wrong, axis, good[0]));
  if (std::min(good.size(), bad.size()) > kMaxListed)
    return fmt::format("{} of {} {}{} are right", good.size(), along.hits.size(),
                       plural(wrong.nouns[axis], 2), of_every(wrong, axis));
  const bool name_bad = bad.size() <= good.size();
  return fmt::format("{} are {}, the others {}", positions_text(wrong, axis, name_bad ? bad : good),
                     name_bad ? "wrong" : "right", name_bad ? "right" : "wrong");
}

}  // namespace

std::string positions_text(const Wrong& wrong, std::size_t axis, const std::vector<std::int64_t>& positions) {
  const auto count = static_cast<std::int64_t>(positions.size());
  return noun_at(plural(wrong.nouns[axis], count), ranges_text(positions)) + of_every(wrong, axis);
}

std::string zero_slices(const Wrong& wrong) {
  if (wrong.expected.shape != wrong.got.shape) return "";
  for (std::size_t axis = 0; axis < wrong.nouns.size(); ++axis) {
    if (wrong.nouns[axis].empty()) continue;
    const auto zeros = [&](const Array& array) {
      return count_along(array.shape, axis, [&](std::size_t i) { return array.data[i] == 0; });
    };
    const Along got = zeros(wrong.got);
    const Along expected = zeros(wrong.expected);
    std::vector<std::int64_t> empty;
    for (std::size_t i = 0; i < got.hits.size(); ++i)
      if (got.hits[i] == got.each && expected.hits[i] < expected.each)
        empty.push_back(static_cast<std::int64_t>(i));
    if (empty.empty() || empty.size() == got.hits.size()) continue;
    return fmt::format("{} {} all zeros", positions_text(wrong, axis, empty),
                       empty.size() == 1 ? "is" : "are");
  }
  return "";
}

std::string wrong_positions(const Wrong& wrong) {
  if (wrong.expected.shape != wrong.got.shape) return "";
  const std::vector<bool> right = right_numbers(wrong);
  std::string sentence;
  for (std::size_t axis = 0; axis < wrong.nouns.size(); ++axis) {
    if (wrong.nouns[axis].empty()) continue;
    const std::string part = along_axis(wrong, axis, right);
    if (!part.empty()) sentence += (sentence.empty() ? "" : "; ") + part;
  }
  return sentence;
}

}  // namespace grader

#include "grader/judge/vectorised.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "grader/base/text.h"
#include "grader/judge/letters.h"

namespace grader {
namespace {

constexpr std::size_t kShownLines = 4;
constexpr int kAllLines = -1;

// (line, operation) → its count at each size of one letter. Line kAllLines is the sum over lines, and the
// operation
// "" the sum over operations.
using Counts = std::map<std::pair<int, std::string>, std::vector<std::int64_t>>;

struct LetterCalls {
  std::string letter;
  std::vector<std::int64_t> sizes;
  std::vector<int> calls;  // in growing order of size
};

std::vector<LetterCalls> calls_by_letter(const std::vector<GrowthStep>& steps) {
  std::vector<LetterCalls> letters;
  std::vector<int> order(steps.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const auto at = [&](int i) -> const GrowthStep& { return steps[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return at(a).size < at(b).size; });
  for (const GrowthStep& step : steps) {
    const auto known = [&](const LetterCalls& one) { return one.letter == step.letter; };
    if (std::none_of(letters.begin(), letters.end(), known)) letters.push_back({step.letter, {}, {}});
  }
  for (LetterCalls& one : letters)
    for (const int i : order)
      if (at(i).letter == one.letter) {
        one.sizes.push_back(at(i).size);
        one.calls.push_back(i);
      }
  return letters;
}

// The counts come from the student's process: they are clipped, not believed.
void add(std::int64_t& sum, std::int64_t count) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
  sum = std::min(kMost, sum + std::clamp<std::int64_t>(count, 0, kMost));
}

Counts count(const LetterCalls& letter, const std::vector<Operation>& operations) {
  Counts counts;
  for (const Operation& operation : operations) {
    const auto call = std::find(letter.calls.begin(), letter.calls.end(), operation.call);
    if (call == letter.calls.end() || operation.is_stage) continue;
    const auto at = static_cast<std::size_t>(call - letter.calls.begin());
    for (const auto& key : {std::pair{operation.line, operation.name}, std::pair{kAllLines, operation.name},
                            std::pair{kAllLines, std::string()}}) {
      auto& row = counts[key];
      row.resize(letter.calls.size());
      add(row[at], operation.count);
    }
  }
  return counts;
}

bool grows(const std::vector<std::int64_t>& row) {
  for (std::size_t i = 1; i < row.size(); ++i)
    if (row[i] <= row[i - 1]) return false;
  return row.size() > 1;
}

std::string where(int line, const Manifest& manifest) {
  if (line == kAllLines) return "all lines together";
  return line > 0 ? fmt::format("{}:{}", manifest.submission_name, line) : "a line that is not known";
}

// `solution.h:31: element access 96 times with H = 2, 192 with H = 4`
std::string line_text(const std::pair<int, std::string>& key, const std::vector<std::int64_t>& row,
                      const LetterCalls& letter, const Manifest& manifest) {
  const std::string name =
      key.second.empty() ? "operations of any kind" : cut_text(clean_line(key.second), 40);
  std::string text = fmt::format("{}: {}", where(key.first, manifest), name);
  for (std::size_t i = 0; i < row.size(); ++i)
    text += fmt::format("{} {}{} with {} = {}", i == 0 ? "" : ",", row[i], i == 0 ? " times" : "",
                        letter.letter, letter.sizes[i]);
  return text;
}

// 0 a single line, 1 one operation on all lines, 2 everything together: what says more comes first.
int vagueness(const std::pair<int, std::string>& key) {
  if (key.first != kAllLines) return 0;
  return key.second.empty() ? 2 : 1;
}

// Those that say most, and of these the ones with the largest growth first.
std::vector<std::string> growing_lines(const Counts& counts, const LetterCalls& letter,
                                       const Manifest& manifest) {
  std::vector<Counts::const_iterator> found;
  int least = 2;
  for (auto at = counts.begin(); at != counts.end(); ++at)
    if (grows(at->second)) {
      found.push_back(at);
      least = std::min(least, vagueness(at->first));
    }
  std::erase_if(found, [&](Counts::const_iterator at) { return vagueness(at->first) > least; });
  std::stable_sort(found.begin(), found.end(), [](Counts::const_iterator a, Counts::const_iterator b) {
    return a->second.back() - a->second.front() > b->second.back() - b->second.front();
  });
  std::vector<std::string> lines;
  lines.reserve(found.size());
  for (const auto& at : found) lines.push_back(line_text(at->first, at->second, letter, manifest));
  if (lines.size() > kShownLines) {
    const std::size_t more = lines.size() - kShownLines;
    lines.resize(kShownLines);
    lines.push_back(fmt::format("and {} more", more));
  }
  return lines;
}

}  // namespace

std::optional<Finding> judge_growth(const std::vector<GrowthStep>& steps,
                                    const std::vector<Operation>& operations, const Manifest& manifest) {
  Finding found = finding(Verdict::kNotVectorised, "");
  for (const LetterCalls& letter : calls_by_letter(steps)) {
    const std::vector<std::string> lines = growing_lines(count(letter, operations), letter, manifest);
    if (lines.empty()) continue;
    const std::string noun = noun_of(manifest, letter.letter);
    const std::string what =
        noun.empty() ? letter.letter : fmt::format("{} ({})", plural(noun, 2), letter.letter);
    found.message +=
        found.message.empty() ? fmt::format("a loop over {}", what) : fmt::format(" and over {}", what);
    found.details.insert(found.details.end(), lines.begin(), lines.end());
  }
  if (found.message.empty()) return std::nullopt;
  found.message += ": the number of operations grows with their number";
  found.help = "use operations that work on the whole tensor at once";
  return found;
}

}  // namespace grader

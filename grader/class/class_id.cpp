#include "grader/class/class_id.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "grader/base/digest.h"

namespace grader {
namespace {

constexpr std::size_t kMostLetters = 60;
constexpr std::size_t kDigits = 10;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// A name that begins with a dot is hidden, one with a dash looks like an option.
std::string cleaned(const std::string& name) {
  std::string id;
  for (const char c : name.substr(0, kMostLetters)) {
    const bool safe = is_letter_or_digit(c) || (!id.empty() && (c == '.' || c == '-')) || c == '_';
    id += safe ? c : '_';
  }
  return id.empty() ? "_" : id;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

// More digits where the first ones are taken: two origins never give the same for long.
std::string with_digits(const std::string& id, const std::string& origin, std::set<std::string>& taken) {
  const std::string digest = sha256(origin);
  std::string made;
  for (std::size_t digits = kDigits; digits <= digest.size(); ++digits) {
    made = id + "-" + digest.substr(0, digits);
    if (taken.insert(lower(made)).second) break;
  }
  return made;
}

}  // namespace

std::vector<std::string> safe_ids(const std::vector<Named>& all) {
  std::vector<std::string> ids;
  std::map<std::string, int> alike;
  for (const Named& one : all) ++alike[lower(ids.emplace_back(cleaned(one.name)))];
  std::set<std::string> taken;
  for (const auto& [id, count] : alike) taken.insert(id);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (ids[i] != all[i].name || alike[lower(ids[i])] > 1) ids[i] = with_digits(ids[i], all[i].origin, taken);
  return ids;
}

bool is_safe_id(std::string_view id) {
  constexpr std::size_t kLongestName = 200;
  return !id.empty() && id.size() <= kLongestName && id.front() != '.' &&
         std::all_of(id.begin(), id.end(),
                     [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; });
}

}  // namespace grader

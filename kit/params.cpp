// Params: a short list, searched from its start.
#include "kit/params.h"

#include <algorithm>

#include "kit/note.h"
#include "kit/storage.h"

namespace kit {
namespace {

const Params::Entry* find(const std::vector<Params::Entry>& entries, const std::string& name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

std::string list(const std::vector<std::string>& names) {
  if (names.empty()) return "there are none";
  std::string result = "there are ";
  for (std::size_t i = 0; i < names.size(); ++i) result += (i == 0 ? "'" : ", '") + names[i] + "'";
  return result;
}

}  // namespace

Params::Params() = default;
Params::Params(std::initializer_list<Entry> entries) : Params(std::vector<Entry>(entries)) {}
Params::Params(const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    const auto same = std::find_if(entries_.begin(), entries_.end(),
                                   [&](const Entry& earlier) { return earlier.name == entry.name; });
    if (same == entries_.end()) {
      entries_.push_back(entry);
    } else {
      same->value = entry.value;
    }
  }
}
Params::Params(const Params&) = default;
Params::Params(Params&&) noexcept = default;
Params& Params::operator=(const Params&) = default;
Params& Params::operator=(Params&&) noexcept = default;
Params::~Params() = default;

const Tensor& Params::operator[](Key key) const {
  const std::string name = key.name() == nullptr ? "" : key.name();
  const Entry* entry = find(entries_, name);
  if (entry == nullptr)
    internal::fail_range("no parameter is named '" + name + "', " + list(names()), key.line());
  if (internal::recording()) internal::note("params", key.line(), std::vector<Shape>{}, entry->value);
  return entry->value;
}

bool Params::contains(const std::string& name) const {
  return find(entries_, name) != nullptr;
}

std::vector<std::string> Params::names() const {
  std::vector<std::string> result;
  result.reserve(entries_.size());
  for (const Entry& entry : entries_) result.push_back(entry.name);
  return result;
}

}  // namespace kit

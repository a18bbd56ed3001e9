// Reads JSON strictly: each member with its type, nothing missing and nothing more. Texts are cleaned both
// ways.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/base/text.h"
#include "grader/base/verdict.h"

namespace grader {

using Json = nlohmann::ordered_json;

/// clean_text, quick for what nearly all texts of a record are.
inline std::string clean(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? text : clean_text(text);
}

/// Texts by name, cleaned and in order: cleaning may change it.
inline Json clean_texts(const std::map<std::string, std::string>& values) {
  std::map<std::string, std::string> sorted;
  for (const auto& [name, value] : values) sorted.emplace(clean(name), clean(value));
  return sorted;
}

/// Reads the members of one object, or the elements of an array in turn, each once and with its type. The
/// first thing that is wrong is said in `error`, and nothing is read after it. Texts are cleaned.
class Members {
 public:
  enum class Form { kObject, kArray };

  /// `where` names the object in errors. REQUIRES: `json` and `error` outlive it.
  Members(const Json& json, Form form, std::string where, std::string& error)
      : json_(json), where_(std::move(where)), error_(error) {
    if (form == Form::kObject && !json.is_object()) note("", "an object", json);
    if (form == Form::kArray && !json.is_array()) note("", "an array", json);
  }

  /// The member, or nullptr where there is none or an error before.
  const Json* find(const char* key) {
    ++asked_;
    if (!error_.empty()) return nullptr;
    if (json_.is_array() && asked_ <= json_.size()) return &json_[asked_ - 1];
    const auto found = json_.find(key);
    if (found == json_.end()) {
      error_ = fmt::format("{} has no '{}'", where_, key);
      return nullptr;
    }
    return &*found;
  }

  void read(const char* key, std::string& out) {
    if (const Json* json = typed(key, "a text", &Json::is_string))
      out = clean(json->get_ref<const std::string&>());
  }
  void read(const char* key, bool& out) {
    if (const Json* json = typed(key, "true or false", &Json::is_boolean)) out = json->get<bool>();
  }
  void read(const char* key, double& out) {
    if (const Json* json = typed(key, "a number", &Json::is_number)) out = json->get<double>();
  }
  void read(const char* key, std::optional<double>& out) {
    const auto found = json_.find(key);
    const bool null = found != json_.end() && found->is_null();
    double value = 0;
    if (null) {
      ++asked_;
    } else {
      read(key, value);
    }
    out = null ? std::nullopt : std::optional<double>(value);
  }
  void read(const char* key, std::int64_t& out,
            std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
    const Json* json = find(key);
    if (json == nullptr) return;
    const bool fits =
        json->is_number_integer() &&
        (!json->is_number_unsigned() || json->get<std::uint64_t>() <= static_cast<std::uint64_t>(most));
    const std::int64_t value = fits ? json->get<std::int64_t>() : -1;
    if (value < 0) return note(key, fmt::format("a whole number from 0 to {}", most), *json);
    out = value;
  }
  void read(const char* key, int& out) {
    std::int64_t value = 0;
    read(key, value, std::numeric_limits<int>::max());
    out = static_cast<int>(value);
  }
  void read(const char* key, Verdict& out) {
    std::string name;
    read(key, name);
    const auto verdict = verdict_from(name);
    if (verdict) {
      out = *verdict;
    } else if (error_.empty()) {
      error_ =
          fmt::format("{} has a verdict '{}' that this grader does not know", where_, cut_text(name, 60));
    }
  }
  void read(const char* key, std::map<std::string, std::string>& out) {
    const Json* json = typed(key, "an object of texts", &Json::is_object);
    if (json == nullptr) return;
    for (const auto& [name, value] : json->items()) {
      if (!value.is_string()) return note(key, "an object of texts", *json);
      out[clean(name)] = clean(value.get_ref<const std::string&>());
    }
  }

  void read(const char* key, std::vector<std::string>& out) {
    const Json* json = typed(key, "an array of texts", &Json::is_array);
    if (json == nullptr) return;
    for (const Json& value : *json) {
      if (!value.is_string()) return note(key, "an array of texts", *json);
      out.push_back(clean(value.get_ref<const std::string&>()));
    }
  }

  /// After the last member: anything else is an error.
  void finish() {
    if (error_.empty() && json_.size() != asked_)
      error_ = fmt::format("{} has {} members, expected {}", where_, json_.size(), asked_);
  }

 private:
  const Json* typed(const char* key, std::string_view expected, bool (Json::*is)() const noexcept) {
    const Json* json = find(key);
    if (json == nullptr || (json->*is)()) return json;
    note(key, expected, *json);
    return nullptr;
  }

  void note(std::string_view key, std::string_view expected, const Json& json) {
    if (error_.empty())
      error_ = fmt::format("{}{}: expected {}, found {}", where_,
                           key.empty() ? "" : fmt::format(", '{}'", key), expected, json.type_name());
  }

  const Json& json_;
  std::string where_;
  std::string& error_;
  std::size_t asked_ = 0;
};

}  // namespace grader

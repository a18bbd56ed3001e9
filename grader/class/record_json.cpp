#include "grader/class/record_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "grader/base/text.h"

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "grader-record";
constexpr std::array<std::string_view, 3> kStates{"graded", "failed", "not_handed_in"};

// clean_text, quick for what nearly all texts of a record are.
std::string clean(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? text : clean_text(text);
}

double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

Json texts(const std::map<std::string, std::string>& values) {
  std::map<std::string, std::string> sorted;  // once more: cleaning may change the order
  for (const auto& [key, value] : values) sorted.emplace(clean(key), clean(value));
  return sorted;
}

Json case_json(const RecordedCase& one) {
  return {{"name", clean(one.name)},
          {"function", clean(one.function)},
          {"hidden", one.hidden},
          {"verdict", to_string(one.verdict)},
          {"points", finite(one.points)},
          {"max_points", finite(one.max_points)},
          {"mistake", clean(one.mistake)},
          {"sha256", clean(one.sha256)},
          {"tolerance", clean(one.tolerance)}};
}

Json function_json(const FunctionResult& one) {
  return {{"name", clean(one.name)},      {"verdict", to_string(one.verdict)},
          {"points", finite(one.points)}, {"max_points", finite(one.max_points)},
          {"passed", one.passed},         {"total", one.total}};
}

Json record_json(const ClassRecord& record) {
  const bool has_points = record.points && std::isfinite(*record.points);
  Json json{{"format", kFormat},
            {"version", kRecordVersion},
            {"state", to_string(record.state)},
            {"id", clean(record.id)},
            {"student", clean(record.student)},
            {"file", clean(record.file)},
            {"roster", texts(record.roster)},
            {"reason", clean(record.reason)},
            {"verdict", to_string(record.verdict)},
            {"message", clean(record.message)},
            {"points", has_points ? Json(*record.points) : Json(nullptr)},
            {"max_points", finite(record.max_points)},
            {"submission_sha256", clean(record.submission_sha256)},
            {"normalised_sha256", clean(record.normalised_sha256)},
            {"provenance", texts(record.provenance)},
            {"duration_ms", record.duration_ms},
            {"functions", Json::array()},
            {"cases", Json::array()}};
  for (const FunctionResult& one : record.functions) json["functions"].push_back(function_json(one));
  for (const RecordedCase& one : record.cases) json["cases"].push_back(case_json(one));
  return json;
}

// Reads the members of one object, each once; the first thing that is wrong stays in `error`.
class Members {
 public:
  Members(const Json& json, std::string where, std::string& error)
      : json_(json), where_(std::move(where)), error_(error) {
    if (!json.is_object()) note("", "an object", json);
  }

  const Json* find(const char* key) {
    ++asked_;
    if (!error_.empty()) return nullptr;
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

  // After the last member: anything else is an error.
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

void read_one(Members members, RecordedCase& out) {
  members.read("name", out.name);
  members.read("function", out.function);
  members.read("hidden", out.hidden);
  members.read("verdict", out.verdict);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("mistake", out.mistake);
  members.read("sha256", out.sha256);
  members.read("tolerance", out.tolerance);
  members.finish();
}

void read_one(Members members, FunctionResult& out) {
  members.read("name", out.name);
  members.read("verdict", out.verdict);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("passed", out.passed);
  members.read("total", out.total);
  members.finish();
}

template <class One>
void read_list(const Json* json, std::string_view what, std::vector<One>& out, std::string& error) {
  if (json == nullptr) return;
  if (!json->is_array()) {
    error = fmt::format("'{}s': expected an array, found {}", what, json->type_name());
    return;
  }
  out.resize(json->size());
  for (std::size_t i = 0; i < out.size() && error.empty(); ++i)
    read_one(Members((*json)[i], fmt::format("{} {}", what, i + 1), error), out[i]);
}

void read_head(Members& members, std::string& error) {
  std::string format;
  int version = 0;
  members.read("format", format);
  if (error.empty() && format != kFormat)
    error = fmt::format("expected the format '{}', found '{}'", kFormat, cut_text(format, 60));
  members.read("version", version);
  if (error.empty() && version != kRecordVersion)
    error = fmt::format("the record has version {}, this grader reads version {}: grade the class again",
                        version, kRecordVersion);
}

void read_state(Members& members, ClassRecord& out, std::string& error) {
  std::string state;
  members.read("state", state);
  const auto* const found = std::find(kStates.begin(), kStates.end(), state);
  if (error.empty() && found == kStates.end())
    error = fmt::format("expected one of the states {}, found '{}'", fmt::join(kStates, ", "),
                        cut_text(state, 60));
  if (error.empty()) out.state = static_cast<ClassRecord::State>(found - kStates.begin());
}

// The name of the report's files is made of it.
bool is_safe_id(std::string_view id) {
  constexpr std::size_t kLongestName = 200;
  return !id.empty() && id.size() <= kLongestName && id.front() != '.' &&
         std::all_of(id.begin(), id.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
         });
}

void read_all(const Json& json, ClassRecord& out, std::string& error) {
  Members members(json, "the record", error);
  read_head(members, error);
  read_state(members, out, error);
  members.read("id", out.id);
  if (error.empty() && !is_safe_id(out.id))
    error = fmt::format("the id '{}' is no safe file name: expected letters, digits, '.', '-' and '_'",
                        cut_text(out.id, 60));
  members.read("student", out.student);
  members.read("file", out.file);
  members.read("roster", out.roster);
  members.read("reason", out.reason);
  members.read("verdict", out.verdict);
  members.read("message", out.message);
  members.read("points", out.points);
  members.read("max_points", out.max_points);
  members.read("submission_sha256", out.submission_sha256);
  members.read("normalised_sha256", out.normalised_sha256);
  members.read("provenance", out.provenance);
  members.read("duration_ms", out.duration_ms);
  read_list(members.find("functions"), "function", out.functions, error);
  read_list(members.find("cases"), "case", out.cases, error);
  members.finish();
}

}  // namespace

std::string_view to_string(ClassRecord::State state) {
  return kStates.at(static_cast<std::size_t>(state));
}

std::string write_record(const ClassRecord& record) {
  return record_json(record).dump() + '\n';
}

Result<ClassRecord> read_record(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return fail("the record is no JSON: it was cut or changed; grade this submission again");
  ClassRecord record;
  std::string error;
  read_all(json, record, error);
  if (!error.empty()) return fail(clean_line(error));
  return record;
}

}  // namespace grader

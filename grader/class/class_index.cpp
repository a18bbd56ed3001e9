// write_index, read_index: .state/class.json.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "grader/class/class_folder.h"
#include "grader/class/class_id.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "grader class 1";

}  // namespace

std::string write_index(const ClassIndex& index) {
  json rows = json::array();
  for (const ClassIndex::Row& row : index.rows)
    rows.push_back({{"id", row.id}, {"student", row.student}, {"file", row.file}});
  return json{{"format", kFormat},    {"title", index.title},     {"provenance", index.provenance},
              {"hints", index.hints}, {"reports", index.reports}, {"submissions", rows}}
             .dump(1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

Result<ClassIndex> read_index(std::string_view text) {
  const json read = json::parse(text, nullptr, false);
  if (!read.is_object() || read.value("format", json()) != kFormat)
    return fail(fmt::format("expected a file that begins with '\"format\": \"{}\"'", kFormat));
  try {
    ClassIndex index{.title = read.at("title").get<std::string>(),
                     .provenance = read.at("provenance").get<std::map<std::string, std::string>>(),
                     .hints = read.at("hints").get<std::map<std::string, std::string>>(),
                     .reports = read.at("reports").get<std::string>(),
                     .rows = {}};
    for (const json& row : read.at("submissions")) {
      index.rows.push_back({.id = row.at("id").get<std::string>(),
                            .student = row.at("student").get<std::string>(),
                            .file = row.at("file").get<std::string>()});
      if (!is_safe_id(index.rows.back().id)) return fail("an id that is no file name");
    }
    return index;
  } catch (const json::exception& error) {
    return fail(error.what());
  }
}

}  // namespace grader

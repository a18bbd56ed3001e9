#include "grader/prove/kills_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "grader/base/file.h"
#include "grader/cases/catalogue_loader.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

bool is_list_of_names(const json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const json& one) { return one.is_string(); });
}

}  // namespace

fs::path kills_path(const Manifest& manifest) {
  return mistakes_folder(manifest) / "kills.json";
}

std::string write_kills(const Kills& kills) {
  return json(kills).dump(1) + "\n";
}

Result<Kills> parse_kills(std::string_view text, const std::string& shown_path) {
  const json read = json::parse(text, nullptr, false);
  if (!read.is_object() || !std::ranges::all_of(read, is_list_of_names))
    return fail(
        fmt::format("'{}' is no list of kills: remove it and write it anew with 'grader cases check --write'",
                    shown_path));
  return read.get<Kills>();
}

Result<Kills> read_kills(const fs::path& path) {
  std::error_code ec;
  if (!fs::exists(path, ec)) return Kills{};
  const auto text = read_file(path);
  if (!text) return tl::make_unexpected(text.error());
  return parse_kills(*text, path.string());
}

}  // namespace grader

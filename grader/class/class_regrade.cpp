#include "grader/class/class_regrade.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <system_error>

#include "grader/base/text.h"
#include "grader/class/class_folder.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

std::optional<ClassRecord> record_in(const fs::path& out, const std::string& id) {
  auto record = read_class_record(out, id);
  return record ? std::move(*record) : std::nullopt;
}

}  // namespace

Result<void> check_regrade(const fs::path& before, const fs::path& out) {
  std::error_code ec;
  if (fs::equivalent(before, out, ec))
    return fail(
        fmt::format("--regrade '{}' is the folder of --out too: the new grades want a folder of their own",
                    clean_line(before.string())));
  auto index = read_class(before);
  if (!index) return tl::make_unexpected(index.error());
  return {};
}

Result<ClassDiff> compare_folders(const fs::path& before, const fs::path& after) {
  std::set<std::string> ids;
  for (const fs::path& out : {before, after}) {
    auto index = read_class(out);
    if (!index) return tl::make_unexpected(index.error());
    for (const ClassIndex::Row& row : index->rows) ids.insert(row.id);
  }
  ClassDiff diff;
  for (const std::string& id : ids) {
    const auto old_record = record_in(before, id);
    const auto new_record = record_in(after, id);
    if (!old_record && !new_record) continue;
    add_comparison(diff, old_record ? &*old_record : nullptr, new_record ? &*new_record : nullptr);
  }
  finish(diff);
  return diff;
}

}  // namespace grader

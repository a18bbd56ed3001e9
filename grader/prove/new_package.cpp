#include "grader/prove/new_package.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

// A package within the grader's own tree goes where that goes, so that its path to the kit is relative.
std::string kit_folder(const fs::path& folder, const fs::path& root) {
  std::error_code ec;
  const fs::path exercise = fs::weakly_canonical(folder, ec) / "exercise";
  const fs::path real_root = fs::weakly_canonical(root, ec);
  const fs::path inside = exercise.lexically_relative(real_root);
  const bool is_inside = !inside.empty() && *inside.begin() != "..";
  return (is_inside ? real_root.lexically_relative(exercise) : real_root).string();
}

Result<void> check_free(const fs::path& folder) {
  std::error_code ec;
  if (!fs::exists(folder, ec)) return {};
  if (fs::is_directory(folder, ec) && fs::is_empty(folder, ec)) return {};
  return fail(fmt::format("'{}' is there already: name a folder that is not", clean_line(folder.string())));
}

}  // namespace

std::string title_of(const fs::path& folder) {
  fs::path whole = folder.lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  std::string title = clean_line(whole.filename().string());
  std::ranges::replace(title, '_', ' ');
  std::ranges::replace(title, '-', ' ');
  std::erase_if(title, [](char c) { return c == '"' || c == '\\'; });
  if (title.find_first_not_of(" .") == std::string::npos) return "New exercise";
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

Result<void> write_new_package(const fs::path& folder, const fs::path& root) {
  std::error_code ec;
  const fs::path whole = fs::absolute(folder, ec);
  if (auto free = check_free(whole); !free) return free;
  for (const NewFile& file : new_package_files(title_of(whole), kit_folder(whole, root)))
    if (auto written = write_file(whole / file.path, file.text); !written) return written;
  return {};
}

}  // namespace grader

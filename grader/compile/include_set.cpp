#include "grader/compile/include_set.h"

#include <system_error>
#include <vector>

#include "grader/base/file.h"
#include "grader/base/text.h"

namespace grader {
namespace fs = std::filesystem;
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

// NAME of `#include "NAME"`, or "".
std::string included_name(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return "";
  line = trimmed(line.substr(1));
  if (!line.starts_with("include")) return "";
  line = trimmed(line.substr(7));
  if (!line.starts_with('"')) return "";
  return std::string(line.substr(1, line.find('"', 1) - 1));
}

// The file of a full name such as `kit/tensor.h`, or an empty path.
fs::path file_of(const std::string& name, const fs::path& root, const fs::path& package) {
  const bool kit = name.starts_with("kit/");
  if (!kit && !name.starts_with("exercise/")) return {};
  std::error_code ec;
  const fs::path path = (kit ? root : package) / name;
  return fs::is_regular_file(path, ec) ? path : fs::path();
}

}  // namespace

Result<void> add_includes(std::string_view text, const std::string& name, const fs::path& root,
                          const fs::path& package, IncludeSet& set) {
  for (const std::string& line : split_lines(text)) {
    const std::string written = included_name(line);
    if (written.empty()) continue;
    const fs::path folder = fs::path(name).parent_path();
    for (const fs::path& candidate : {folder / written, fs::path(written), "exercise" / fs::path(written)}) {
      const std::string full = candidate.lexically_normal().string();
      if (set.contains(full)) break;
      const fs::path path = file_of(full, root, package);
      if (path.empty()) continue;
      auto content = read_file(path);
      if (!content) return tl::make_unexpected(content.error());
      const std::string& kept = set[full] = std::move(*content);
      if (Result<void> added = add_includes(kept, full, root, package, set); !added) return added;
      break;
    }
  }
  return {};
}

}  // namespace grader
